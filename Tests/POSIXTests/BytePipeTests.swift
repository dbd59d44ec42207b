import POSIX
import Testing

@Suite struct BytePipeTests {
    @Test func bytesComeOutInOrderAndThenTheEnd() {
        let pipe = BytePipe.make()
        var bytes: [UInt8] = [9]
        #expect(pipe.reader.take(into: &bytes) == .nothingYet)
        #expect(bytes.isEmpty)
        #expect(pipe.writer.write([1, 2]) == .taken)
        #expect(pipe.writer.write([3]) == .taken)
        pipe.writer.finish()
        #expect(pipe.reader.take(into: &bytes) == .bytes)
        #expect(bytes == [1, 2, 3])
        #expect(pipe.reader.take(into: &bytes) == .ended)
    }

    @Test func whoFoundNothingIsCalledOnceWhenThereIsMoreAndAtTheEnd() {
        let pipe = BytePipe.make()
        let calls = Monitor(0)
        pipe.reader.whenThereIsMore { calls.change { $0 += 1 } }
        var bytes: [UInt8] = []
        _ = pipe.writer.write([1])
        #expect(calls.change { $0 } == 0)
        _ = pipe.reader.take(into: &bytes)
        _ = pipe.reader.take(into: &bytes)
        _ = pipe.writer.write([1])
        _ = pipe.writer.write([1])
        #expect(calls.change { $0 } == 1)
        _ = pipe.reader.take(into: &bytes)
        _ = pipe.reader.take(into: &bytes)
        pipe.writer.finish()
        #expect(calls.change { $0 } == 2)
    }

    @Test func aFullPipeCallsItsWriterWhenThereIsRoom() {
        let pipe = BytePipe.make(capacity: 2)
        let calls = Monitor(0)
        pipe.writer.whenThereIsRoom { calls.change { $0 += 1 } }
        #expect(pipe.writer.write([1]) == .taken)
        #expect(pipe.writer.write([2, 3]) == .full)
        var bytes: [UInt8] = []
        #expect(pipe.reader.take(into: &bytes) == .bytes)
        #expect(bytes == [1, 2, 3])
        #expect(calls.change { $0 } == 1)
        #expect(pipe.writer.write([4]) == .taken)
    }

    @Test func aWriterThatIsLetGoOfBreaksThePipeBehindWhatItWrote() {
        var pipe: (writer: BytePipe.Writer, reader: BytePipe.Reader)? = BytePipe.make()
        let reader = pipe?.reader
        _ = pipe?.writer.write([1])
        pipe = nil
        var bytes: [UInt8] = []
        #expect(reader?.take(into: &bytes) == .bytes)
        #expect(reader?.take(into: &bytes) == .broken)
    }

    @Test func aReaderThatIsLetGoOfTellsTheWriter() {
        var pipe: (writer: BytePipe.Writer, reader: BytePipe.Reader)? = BytePipe.make()
        let writer = pipe?.writer
        let calls = Monitor(0)
        writer?.whenThereIsRoom { calls.change { $0 += 1 } }
        #expect(writer?.isAbandoned == false)
        pipe = nil
        #expect(calls.change { $0 } == 1)
        #expect(writer?.isAbandoned == true)
        #expect(writer?.write([1]) == .abandoned)
    }
}
