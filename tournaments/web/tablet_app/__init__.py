"""The tablet at a table: one page that stays open all day, and the page that takes an offline code.

Everything that a table does happens in the browser and over /api/1/ (docs/protocol.md). The page contains the
words of both languages and every script, so that it keeps working without a connection.

Scripts that decide are pure functions in small files (`static/js/tablet_app/situation.js`, `answers.js` and
others; of a game in `static/games/<game>/`): plain values in, a plain value and codes of words out.
`tests/scripts/` calls them in V8 without a browser. The other scripts collect what is known (`state.js`),
call them and show the answer. A new rule is a new case there, not a new pass through Chromium.

Tablets can be five years old. The oldest browsers are Chrome 87, Firefox 78 and Safari 14: the syntax is
ES2020 at most and nothing is transpiled. A script may use a newer function of the browser only after asking
whether it exists (`navigator.wakeLock`, full screen).
"""
