internal import Glibc

func startThread(_ body: sending @escaping () -> Void) -> Bool {
    let box = unsafe Unmanaged.passRetained(ThreadBody(body))
    var thread = pthread_t()
    let status = unsafe pthread_create(&thread, nil, runThread, box.toOpaque())
    guard status == 0 else {
        unsafe box.release()
        return false
    }
    pthread_detach(thread)
    return true
}

private final class ThreadBody {
    let run: () -> Void

    init(_ run: @escaping () -> Void) {
        self.run = run
    }
}

private func runThread(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context = unsafe context else { preconditionFailure("a thread started without its body") }
    unsafe Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run()
    return nil
}
