/// A sentence about one session as it would be about any: names of the case, numbers and quotations are taken out.
package struct ValueFreeText {
    package let text: String

    package init(_ sentence: String) {
        text = sentence.replacing(#/'[^']*'/#, with: "'…'").replacing(#/\$[A-Za-z0-9_.-]*[A-Za-z0-9_-]/#, with: "…")
            .replacing(#/\bsp[0-9]+\b/#, with: "a service provider").replacing(#/[0-9]+/#, with: "…")
            .replacing(#/a service provider(, a service provider)+/#, with: "a service provider")
            .replacing(#/…(, …)+/#, with: "…")
    }
}
