import Encodings
import Transport
import XML

extension HTMLForm {
    /// The request that a browser makes of the form.
    ///
    /// - Parameters:
    ///   - values: by name; a box is ticked where its value is not empty, and of radio buttons the one with that value.
    ///   - button: the place among the fields of the button that is pressed; nil: a script sends the form.
    func request(to url: String, with values: [String: String] = [:], pressing button: Int? = nil) -> HTTPRequest {
        let pairs = fields.enumerated().compactMap { index, field -> (String, String)? in
            let given = values[field.name]
            switch field.type {
            case "submit", "image", "button", "reset":
                guard index == button else { return nil }
                return field.name.isEmpty ? nil : (field.name, field.value)
            case "checkbox", "radio":
                let value = field.value.isEmpty ? "on" : field.value
                let isChosen = given.map { field.type == "radio" ? $0 == value : !$0.isEmpty } ?? field.isChecked
                return isChosen && !field.name.isEmpty ? (field.name, value) : nil
            default: return field.name.isEmpty ? nil : (field.name, given ?? field.value)
            }
        }
        let body = PercentEncoding.encodeForm(pairs)
        guard method == "post" else {
            return HTTPRequest(url: url + (url.contains("?") ? "&" : "?") + body)
        }
        return HTTPRequest(
            method: "POST", url: url, headers: [("Content-Type", "application/x-www-form-urlencoded")],
            body: Array(body.utf8))
    }
}
