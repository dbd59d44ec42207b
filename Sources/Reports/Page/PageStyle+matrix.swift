extension PageStyle {
    /// The kill matrix of `assay strength`.
    static let matrix: StaticString = """

        .right { background: var(--pass-ground); color: var(--pass); }
        .other { background: var(--open-ground); color: var(--open); }
        .survived { background: var(--fail-ground); color: var(--fail); }
        .equivalent { background: var(--aside-ground); color: var(--aside); }
        table.grid th.area { writing-mode: vertical-rl; vertical-align: bottom; white-space: nowrap; }
        table.grid td { vertical-align: top; } table.grid td.number { text-align: right;
          font-variant-numeric: tabular-nums; } table.grid code { white-space: nowrap; }
        table.grid ul { margin: .2em 0; padding-left: 1.2em; font-size: .8125rem; }

        """
}
