/* What the standings of the static site show: which lines are found, and in which order. Plain values in and out. */
(function () {
  "use strict";
  var Cheville = window.Cheville || (window.Cheville = {});

  var find = Cheville.find;

  /* lines: [{name, club, held, ...figures}], in the order of the page; held: the numbers of categories, as text.
     asked: {words, club, category, sort, down}. The places of the
     lines that are found, in the order in which they are shown. */
  function found(lines, asked) {
    var places = [];
    lines.forEach(function (line, at) {
      var fits = find.isFound(line.name + "\n" + line.club, asked.words || "");
      var held = String(line.held || "").split(" ");
      if (asked.club && line.club !== asked.club) { fits = false; }
      if (asked.category && held.indexOf(asked.category) === -1) { fits = false; }
      if (fits) { places.push(at); }
    });
    if (asked.sort) {
      places.sort(function (one, other) {
        var order = compare(lines[one][asked.sort], lines[other][asked.sort]);
        return (asked.down ? -order : order) || one - other;
      });
    }
    return places;
  }

  function compare(one, other) {
    if (typeof one === "number" && typeof other === "number") { return one - other; }
    var left = find.fold(one), right = find.fold(other);
    return left < right ? -1 : left > right ? 1 : 0;
  }

  /* What a tap on a heading asks for: names and ranks from the first, figures from the most; again: the other way. */
  function next(sort, down, tapped) {
    if (tapped === sort) { return { sort: sort, down: !down }; }
    return { sort: tapped, down: tapped !== "rank" && tapped !== "name" };
  }

  Cheville.list = { found: found, next: next };
})();
