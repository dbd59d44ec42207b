let assayVersion = "0.1.0"
