/// How often each provider was given each MVPD.
package struct WinnersMatrix: Sendable, Hashable {
    package var providers: [String] = []
    package var mvpds: [String] = []
    /// By provider and MVPD, in their order.
    package var cells: [[Cell]] = []

    package struct Cell: Sendable, Hashable {
        /// How often the provider listed the MVPD.
        package var candidate = 0
        /// How often it was given to the provider.
        package var won = 0
        /// How often the evidence says that it had to be.
        package var due = 0
        /// How often it was too close to say.
        package var close = 0
    }

    package init() {}

    package init(providers: [String], mvpds: [String]) {
        self.providers = providers
        self.mvpds = mvpds
        cells = Array(repeating: Array(repeating: Cell(), count: mvpds.count), count: providers.count)
    }

    /// Adds what was counted elsewhere for the same providers and MVPDs.
    package mutating func add(_ other: WinnersMatrix) {
        guard !isEmpty else {
            self = other
            return
        }
        guard providers == other.providers, mvpds == other.mvpds else { return }
        for row in cells.indices {
            for column in cells[row].indices {
                let cell = other.cells[row][column]
                cells[row][column].candidate += cell.candidate
                cells[row][column].won += cell.won
                cells[row][column].due += cell.due
                cells[row][column].close += cell.close
            }
        }
    }

    package var isEmpty: Bool { providers.isEmpty || mvpds.isEmpty }
}
