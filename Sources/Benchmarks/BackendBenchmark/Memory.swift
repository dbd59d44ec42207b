import Documents
import Glibc

/// The memory of this process that is in use, in kilobytes.
func residentKilobytes() -> Int {
    let status = (try? File.read("/proc/self/status")) ?? []
    for line in String(decoding: status, as: UTF8.self).split(separator: "\n") where line.hasPrefix("VmRSS:") {
        return line.split(separator: " ").compactMap { Int($0) }.first ?? 0
    }
    return 0
}

/// Hands what was printed to whoever waits for it.
func flushOutput() {
    fflush(nil)
}
