extension PageStyle {
    static let charts: StaticString = """

        :root { --s1: #b8420f; --s2: #0b62a8; --s3: #4a5663; --s4: #7b3fa6; --s5: #0a7355; --s6: #876300; --heat: #0b62a8; }
        @media (prefers-color-scheme: dark) { :root { --s1: #ff9a62; --s2: #6db5f2; --s3: #b3bfcb; --s4: #cf9df0;
          --s5: #5fcfa6; --s6: #e6c35a; --heat: #4ea3e0; } }
        figure { margin: 0 0 2rem; } figcaption h3 { margin: 1.5rem 0 .25rem; } figcaption p { color: var(--quiet); }
        figure .scroll { margin-bottom: .25rem; }
        svg.chart { display: block; width: 100%; min-width: 44rem; height: auto; max-width: 64rem; overflow: visible;
          font: 12px system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif; }
        svg.sequence { width: auto; max-width: none; min-width: 0; }
        .chart text { fill: var(--ink); } .chart .tick { fill: var(--quiet); font-size: 11px;
          font-variant-numeric: tabular-nums; } .chart .label { fill: var(--quiet); }
        .chart .mid { text-anchor: middle; } .chart .end { text-anchor: end; } .chart .bold { font-weight: 650; }
        .chart .halo { paint-order: stroke; stroke: var(--ground); stroke-width: 4px; stroke-linejoin: round; }
        .chart line, .chart path { fill: none; stroke-width: 1; vector-effect: non-scaling-stroke; }
        .chart .grid { stroke: var(--line); } .chart .axis { stroke: var(--quiet); }
        .chart .curve { stroke-width: 2; stroke-linejoin: round; } .chart .thin { stroke-width: 1; }
        .chart .k1 { stroke: var(--s1); } .chart .k2 { stroke: var(--s2); stroke-dasharray: 7 3; }
        .chart .k3 { stroke: var(--s3); stroke-dasharray: 2 3; } .chart .k4 { stroke: var(--s4); stroke-dasharray: 9 3 2 3; }
        .chart .k5 { stroke: var(--s5); stroke-dasharray: 4 2; } .chart .k6 { stroke: var(--s6); }
        .chart .solid { stroke-dasharray: none; }
        .chart .f1 { fill: var(--s1); } .chart .f2 { fill: var(--s2); } .chart .f3 { fill: var(--s3); }
        .chart .f4 { fill: var(--s4); } .chart .f5 { fill: var(--s5); } .chart .f6 { fill: var(--s6); }
        .chart .band { fill-opacity: .16; stroke: none; } .chart .dots { stroke: var(--ground); stroke-width: 1.5; }
        .chart .warm { fill: var(--aside-ground); } .chart .gap { fill: var(--aside-ground); stroke: var(--line); }
        .chart .rule { stroke: var(--ink); stroke-width: 1.5; }
        .legend { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: 0 0 .5rem; padding: 0; list-style: none;
          font-size: .875rem; } .legend svg { width: 1.75rem; height: .7rem; margin-right: .4rem; min-width: 0;
          display: inline-block; vertical-align: baseline; }
        .share { display: block; padding: 0 .3rem;
          background: color-mix(in srgb, var(--heat) calc(var(--share, 0) * .5%), transparent); }
        .share.wrong { outline: 2px solid var(--fail); outline-offset: -2px; font-weight: 700; }
        .sequence .life { stroke: var(--line); stroke-dasharray: 3 3; } .sequence .lane { fill: var(--raised); stroke: var(--line); }
        .sequence .arrow { stroke: var(--ink); stroke-width: 1.25; } .sequence .back { stroke-dasharray: 4 3; }
        .sequence .head { fill: var(--ink); stroke: none; } .sequence .marked { fill: var(--mark); }
        .sequence .bad { fill: var(--fail-ground); } .sequence text.wrong { fill: var(--fail); font-weight: 650; }
        .sequence .quietly { fill: var(--quiet); } .sequence .pointer { fill: var(--fail); stroke: none; }
        @media (max-width: 34rem) { .scroll > svg.chart:not(.sequence) { min-width: 0; font-size: 17px; }
          .scroll > .chart:not(.sequence) .tick { font-size: 16px; }
          .scroll > .chart:not(.sequence) .label { font-size: 15px; } }
        @media print { svg.chart { min-width: 0; } svg.sequence { width: auto; max-width: 100%; max-height: 20cm; } figure { margin-bottom: 1rem; } }

        """
}
