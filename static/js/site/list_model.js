/* Filter and order of the standings on the static site. Pure functions. */
(function () {
  "use strict";
  var Cheville = window.Cheville || (window.Cheville = {});

  var find = Cheville.find;

  /* lines: [{name, club, held, ...figures}], in the order of the page; held: category numbers as text, separated by spaces.
     query: {words, club, category, sort, down}. Returns the indexes of the matching lines in display order. */
  function matchingRows(lines, query) {
    var indexes = [];
    lines.forEach((line, index) => {
      var isMatch = find.isFound(line.name + "\n" + line.club, query.words || "");
      var categories = String(line.held || "").split(" ");
      if (query.club && line.club !== query.club) { isMatch = false; }
      if (query.category && categories.indexOf(query.category) === -1) { isMatch = false; }
      if (isMatch) { indexes.push(index); }
    });
    if (query.sort) {
      indexes.sort((first, second) => {
        var order = compare(lines[first][query.sort], lines[second][query.sort]);
        return (query.down ? -order : order) || first - second;
      });
    }
    return indexes;
  }

  function compare(first, second) {
    if (typeof first === "number" && typeof second === "number") { return first - second; }
    var left = find.fold(first), right = find.fold(second);
    return left < right ? -1 : left > right ? 1 : 0;
  }

  /* The order after a tap on a heading: names and ranks ascending, figures descending; a second tap reverses it. */
  function nextSort(sort, down, tapped) {
    if (tapped === sort) { return { sort, down: !down }; }
    return { sort: tapped, down: tapped !== "rank" && tapped !== "name" };
  }

  Cheville.list = { matchingRows, nextSort };
})();
