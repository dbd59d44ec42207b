extension PageStyle {
    static let matrix: StaticString = """

        .right { background: var(--pass-ground); color: var(--pass); }
        .other { background: var(--open-ground); color: var(--open); }
        .survived { background: var(--fail-ground); color: var(--fail); }
        .equivalent { background: var(--aside-ground); color: var(--aside); }
        table.grid th.area { writing-mode: vertical-rl; vertical-align: bottom; white-space: nowrap; padding: .35rem 0; }
        table.grid td { vertical-align: top; padding: .4rem .35rem; } table.grid td.number { text-align: right;
          font-variant-numeric: tabular-nums; min-width: 1.25rem; }
        table.grid td.port { min-width: 17rem; padding: .4rem 1rem .4rem 0; } table.grid td.status { min-width: 5.5rem; }
        table.grid code { font-weight: 650; } table.grid .broken { white-space: nowrap; } table.grid details { margin: 0; }
        table.grid ul { margin: .2em 0; padding-left: 1.2em; font-size: .8125rem; overflow-wrap: anywhere; }
        @media (max-width: 34rem) { .tiles div:last-child:nth-child(odd) { grid-column: 1 / -1; } }

        """
}
