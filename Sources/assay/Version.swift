/// The suite's own version.
let assayVersion = "0.1.0"
