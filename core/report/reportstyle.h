// SPDX-License-Identifier: Apache-2.0
// The look of a report, light and dark as the reader's desktop asks. Never a font or a picture from elsewhere.
#pragma once

#include <QString>

namespace lockscope::report {

inline const QString reportStyle = QStringLiteral(R"(
:root { color-scheme: light dark; --ground: #ffffff; --card: #f6f7f9; --text: #1c2430; --quiet: #5a6472;
        --line: #d8dde4; --wrong: #b3470a; --warn: #8a6100; --held: #00734f; --now: #fdeee2; }
@media (prefers-color-scheme: dark) {
:root { --ground: #14181f; --card: #1c222b; --text: #e6eaf0; --quiet: #9aa5b4; --line: #333c49; --wrong: #ff9a5c;
        --warn: #f0c04a; --held: #4fd1a5; --now: #3a2a1e; } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--text); background: var(--ground); max-width: 1180px;
       margin: 0 auto; padding: 32px 24px 64px; }
h1 { font-size: 26px; margin: 0 0 4px; } h2 { font-size: 20px; margin: 40px 0 8px; }
h3 { font-size: 16px; margin: 24px 0 6px; overflow-wrap: anywhere; }
.quiet, figcaption { color: var(--quiet); } p { margin: 6px 0; }
code, td { overflow-wrap: anywhere; } .events, .queue { font-size: 13px; }
table { border-collapse: collapse; width: 100%; } .scroll { overflow-x: auto; }
th { text-align: left; color: var(--quiet); font-weight: 600; }
th, td { padding: 4px 10px 4px 0; border-bottom: 1px solid var(--line); vertical-align: top; }
td:first-child, .events td:nth-child(2), .events td:nth-child(3) { font-variant-numeric: tabular-nums;
       white-space: nowrap; }
.facts { width: auto; } .facts td:first-child { color: var(--quiet); }
.finding { border-left: 4px solid var(--quiet); background: var(--card); padding: 8px 14px; margin: 10px 0; }
.finding.error { border-color: var(--wrong); } .finding.warning { border-color: var(--warn); }
.finding .kind { font-weight: 700; } .error .kind { color: var(--wrong); } .warning .kind { color: var(--warn); }
.note { white-space: pre-wrap; background: var(--card); padding: 8px 14px; }
tr.holding td:nth-child(2) { color: var(--held); font-weight: 700; } tr.now td { background: var(--now); }
tr.later td { color: var(--quiet); } figure { margin: 20px 0; } img { max-width: 100%; height: auto;
       border: 1px solid var(--line); border-radius: 8px; }
@media print { body { max-width: none; padding: 0; } tr { break-inside: avoid; } }
)");

} // namespace lockscope::report
