import AccessEnabler
import AccessEnablerAPI

// An application for a screen without a keyboard: it shows a code, and the user logs in on a phone.
let callbacks = AsyncStream.makeStream(of: Message.self)
let enabler = try ReferenceAccessEnabler(
    softwareStatement: "demo", delegate: CallbackForwarder { callbacks.continuation.yield($0) }, platform: .tvOS)
enabler.setRequestor("REF30", serviceProviders: Array(CommandLine.arguments.dropFirst()))
enabler.getAuthorization("News", data: nil)
for await callback in callbacks.stream {
    print(callback)
    if callback.selector == .displayProviderDialog { enabler.setSelectedProvider("Cablevision") }
    if callback.selector == .setToken || callback.selector == .tokenRequestFailed { break }
}
