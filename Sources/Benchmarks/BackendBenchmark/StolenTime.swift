import Documents

/// How long the machine's processors were taken away from a moment on, where the machine is a virtual one.
///
/// A thread cannot keep a time at which it has no processor, whatever the server does.
struct StolenTime {
    private let before = Self.ticks()

    /// Such as `; processors taken away for 30 ms, 1.2 %`; empty where the system does not tell.
    var sinceThen: String {
        let now = Self.ticks()
        let all = now.all - before.all
        guard all > 0 else { return "" }
        let stolen = now.stolen - before.stolen
        let share = Double(stolen * 1_000 / all) / 10
        // The kernel counts in hundredths of a second.
        return "; processors taken away for \(stolen * 10) ms, \(share) %"
    }

    /// Of all processors together, since the machine began (proc_stat(5)).
    private static func ticks() -> (stolen: Int, all: Int) {
        let text = String(decoding: (try? File.read("/proc/stat")) ?? [], as: UTF8.self)
        // user, nice, system, idle, iowait, irq, softirq, steal; what follows is part of user.
        let numbers = text.prefix { $0 != "\n" }.split(separator: " ").compactMap { Int($0) }.prefix(8)
        guard numbers.count == 8 else { return (0, 0) }
        return (numbers[7], numbers.reduce(0, +))
    }
}
