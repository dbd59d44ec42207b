/// The style sheets of all pages.
///
/// Verdicts differ by word, mark and lightness as well as by colour, and the colours are far apart for people who do
/// not tell red from green. Text has a contrast of at least 4.5 to its ground, light and dark.
enum PageStyle {
    static let frame: StaticString = """

        :root { color-scheme: light dark;
          --ground: #fff; --raised: #f5f7fa; --ink: #15202b; --quiet: #51606f; --line: #d5dce4; --link: #0b5cad;
          --pass: #0a6b4d; --pass-ground: #e4f5ed; --fail: #ad330b; --fail-ground: #fdeee6;
          --crash: #8c1049; --crash-ground: #fce8f0; --open: #705000; --open-ground: #fdf4d9;
          --aside: #465462; --aside-ground: #e9edf2; --mark: #fff3c4; }
        @media (prefers-color-scheme: dark) { :root {
          --ground: #0f151c; --raised: #18212b; --ink: #e4eaf0; --quiet: #a3b1bf; --line: #2e3c4a; --link: #7cb8f5;
          --pass: #66d3a8; --pass-ground: #12291f; --fail: #ff9f73; --fail-ground: #331c12;
          --crash: #ff93bb; --crash-ground: #341523; --open: #f0c661; --open-ground: #2d240c;
          --aside: #b6c2cf; --aside-ground: #212c37; --mark: #3d3410; } }
        * { box-sizing: border-box; }
        html { scroll-behavior: smooth; -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
        @media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
        body { margin: 0 auto; padding: 2rem 1.5rem 4rem; max-width: 76rem; background: var(--ground);
          color: var(--ink); font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif; }
        h1, h2, h3, h4 { line-height: 1.2; text-wrap: balance; overflow-wrap: anywhere; }
        h1 { margin: 0; font-size: clamp(1.6rem, 1.2rem + 2vw, 2.4rem); letter-spacing: -.02em; }
        h2 { margin: 3.5rem 0 .75rem; font-size: 1.5rem; letter-spacing: -.01em; }
        h3 { margin: 2rem 0 .5rem; font-size: 1.125rem; }
        h4, .term { margin: 1.25rem 0 .375rem; font-size: .8125rem; color: var(--quiet); font-weight: 600; }
        p { margin: 0 0 .75rem; max-width: 72ch; overflow-wrap: anywhere; } section > p { color: var(--quiet); }
        a { color: var(--link); text-underline-offset: .15em; }
        :focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 2px; }
        code, pre, .code { font-family: ui-monospace, SFMono-Regular, Menlo, "Liberation Mono", monospace;
          font-size: .875em; overflow-wrap: anywhere; }
        pre { margin: 0 0 1rem; padding: .75rem 1rem; background: var(--raised); border: 1px solid var(--line);
          border-radius: 6px; white-space: pre-wrap; line-height: 1.5; }
        pre.command { user-select: all; -webkit-user-select: all; }
        .name { white-space: nowrap; }
        small, .note { color: var(--quiet); font-size: .875rem; font-weight: 400; }
        .skip { position: absolute; left: -999rem; } .skip:focus { left: 1rem; top: .5rem; background: var(--ground);
          padding: .5rem 1rem; z-index: 1; }
        .hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
          white-space: nowrap; }
        .kind { margin: 0 0 .25rem; color: var(--quiet); font-size: .875rem; font-weight: 600; }
        .verdict { margin: 1.5rem 0; padding: 1.25rem 1.5rem; border-radius: 8px; border-left: 8px solid var(--hue);
          background: var(--tint); }
        .verdict .word { margin: 0; font-size: clamp(1.3rem, 1.1rem + 1vw, 1.7rem); font-weight: 700; color: var(--hue);
          letter-spacing: -.01em; }
        .verdict p:last-child { margin-bottom: 0; }
        .pass { --hue: var(--pass); --tint: var(--pass-ground); } .fail { --hue: var(--fail); --tint: var(--fail-ground); }
        .crash { --hue: var(--crash); --tint: var(--crash-ground); }
        .open { --hue: var(--open); --tint: var(--open-ground); }
        .aside { --hue: var(--aside); --tint: var(--aside-ground); }
        .badge { display: inline-block; padding: .1em .55em; border-radius: 4px; font-size: .8125rem; font-weight: 650;
          line-height: 1.5; white-space: nowrap; color: var(--hue); background: var(--tint);
          border: 1px solid color-mix(in srgb, var(--hue) 35%, transparent); }
        .badge .sign { margin-right: .3em; }
        .tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); gap: 1px; margin: 1.5rem 0;
          border: 1px solid var(--line); border-radius: 8px; overflow: hidden; }
        .tiles div { box-shadow: 0 0 0 1px var(--line); padding: .75rem 1rem; }
        .tiles dt { font-size: .8125rem; color: var(--quiet); }
        .tiles dd { margin: 0; font-size: 1.375rem; font-weight: 650; font-variant-numeric: tabular-nums;
          letter-spacing: -.01em; line-height: 1.3; } .tiles dd small { display: block; line-height: 1.4; }
        .tiles .none dd { color: var(--quiet); font-weight: 400; }
        .facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr)); gap: .5rem 2rem; margin: 1.5rem 0; }
        .facts div { min-width: 0; } .facts dt { font-size: .8125rem; color: var(--quiet); }
        .facts dd { margin: 0; overflow-wrap: anywhere; }
        .contents ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: 1.5rem 0; padding: .75rem 0;
          list-style: none; border: solid var(--line); border-width: 1px 0; }
        .scroll { overflow-x: auto; margin: 0 0 1.25rem; background:
          linear-gradient(to right, var(--ground) 30%, transparent) left / 2.5rem 100% local,
          linear-gradient(to left, var(--ground) 30%, transparent) right / 2.5rem 100% local,
          linear-gradient(to right, var(--line), transparent) left / 1rem 100%,
          linear-gradient(to left, var(--line), transparent) right / 1rem 100%; background-repeat: no-repeat; }
        table { border-collapse: collapse; width: 100%; font-size: .9375rem; }
        th, td { padding: .4rem 1.25rem .4rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
        thead th { font-size: .8125rem; color: var(--quiet); font-weight: 600; vertical-align: bottom; }
        tbody th { font-weight: 600; } td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
        td.wide, th.wide { min-width: 16rem; } table.data { width: auto; font-size: .875rem; }
        details { margin: 0 0 .75rem; } summary { cursor: pointer; padding: .25rem 0; }
        summary::marker { color: var(--quiet); }
        .list { margin: 0 0 1rem; padding: 0; list-style: none; }
        .list > li { padding: .6rem 0; border-bottom: 1px solid var(--line); } .list p { margin: 0; }
        .list .badge { margin-right: .5rem; } .list p { max-width: none; }
        mark { background: var(--mark); color: inherit; padding: 0 .2em; border-radius: 2px; font-weight: 600; }
        .search input { font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--quiet);
          border-radius: 6px; padding: .3rem .6rem; width: min(100%, 20rem); }
        .statement { margin: 0 0 .75rem; padding: .1rem 0 .1rem 1rem; border-left: 3px solid var(--line); }
        .statement p { margin: 0; } .statement footer { color: var(--quiet); font-size: .875rem; }
        .failure { margin: 2.5rem 0 0; padding: 1.5rem 0 0; border-top: 4px solid var(--hue); break-inside: auto; }
        .failure h3 { margin-top: 0; } .failure > p { max-width: 76ch; }
        .compare { display: grid; grid-template-columns: repeat(auto-fit, minmax(17rem, 1fr)); gap: 1px; margin: 0 0 1rem;
          background: var(--line); border: 1px solid var(--line); border-radius: 6px; overflow: hidden; }
        .compare div { background: var(--ground); padding: .6rem .9rem; min-width: 0; overflow-wrap: anywhere; }
        .compare dt { font-size: .8125rem; color: var(--quiet); font-weight: 600; } .compare dd { margin: 0; }
        .bottom { margin-top: 4rem; padding-top: 1rem; border-top: 1px solid var(--line); color: var(--quiet);
          font-size: .875rem; }
        @media (max-width: 34rem) { body { padding: 1.25rem 1rem 3rem; } h2 { margin-top: 2.5rem; }
          .verdict { padding: 1rem; } .tiles { grid-template-columns: 1fr 1fr; } .tiles dd { font-size: 1.2rem; } td.wide, th.wide { min-width: 10rem; } }
        @media print { :root { --ground: #fff; --raised: #f5f7fa; --ink: #000; --quiet: #444; --line: #bbb; --link: #000; }
          body { max-width: none; padding: 0; font-size: 10pt; } .contents, .skip { display: none; }
          h2, h3, h4 { break-after: avoid; } figure, tr, .verdict, .statement, .compare { break-inside: avoid; }
          .scroll { overflow: visible; background: none; } figure details { display: none; } details::details-content { content-visibility: visible; height: auto; }
          * { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }

        """
}
