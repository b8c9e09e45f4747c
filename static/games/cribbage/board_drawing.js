// Draws the cribbage board as SVG, seen from above. Each side has a groove that runs back and forth in streets, with holes in groups
// of five, a front and a back peg; the skunk lines and the last holes are marked. C.boardDrawing(…) -> {node, show(pegs)}
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var SVG = "http://www.w3.org/2000/svg";
  var FIVES = 0.5; // space between groups of five holes, in distances between holes
  // Sizes by the shape of the screen, in SVG units: width, number of streets, distance of the grooves by number of sides, room for
  // labels below a street, font size, margin of the ends; and how many holes apart the numbers are.
  var SHAPES = {
    wide: { width: 1000, streets: 2, track: [0, 0, 20, 17, 15, 13, 12], labelRoom: 22, text: 15, margin: 20, numberStep: 10 },
    tall: { width: 374, streets: 4, track: [0, 0, 13, 10, 9, 8, 7.5], labelRoom: 13, text: 11.5, margin: 14, numberStep: 30 },
  };

  function svg(name, attributes, children) {
    var node = document.createElementNS(SVG, name);
    Object.keys(attributes).forEach((key) => { node.setAttribute(key, attributes[key]); });
    (children || []).forEach((child) => { node.append(child); });
    return node;
  }
  // The positions of everything on the board. Holes are numbered from 1; 0 and -1 are the starting holes of the pegs.
  function createLayout(sides, target, shape) {
    var sizes = SHAPES[shape], last = target - 1, streets = last > 60 ? sizes.streets : Math.min(2, sizes.streets);
    var perStreet = Math.ceil(last / streets), track = sizes.track[sides], streetHeight = sides * track, step = streetHeight + sizes.labelRoom;
    var bendReach = step / 2 + streetHeight / 2 - track / 2; // how far the outermost bend extends sideways
    var left = sizes.margin + (streets > 2 ? bendReach : 0), right = bendReach + track;
    var units = perStreet - 1 + FIVES * (Math.ceil(perStreet / 5) - 1);
    var startRoom = shape === "wide" ? 4 : 4.2; // room for starting holes and finish at the left of the first hole
    var pitch = (sizes.width - left - right) / (units + startRoom);
    var firstX = left + pitch * startRoom;
    function offset(side) { return (side - (sides - 1) / 2) * track; }
    function street(hole) { return Math.min(Math.floor((hole - 1) / perStreet), streets - 1); }
    function middleY(street) { return 7 + streetHeight / 2 + street * step; }
    function distance(hole) {
      var index = hole - 1 - street(hole) * perStreet;
      return index * pitch + Math.floor(index / 5) * FIVES * pitch;
    }
    function x(hole) {
      if (hole < 1) return firstX + (hole - 1) * 1.4 * pitch;
      return street(hole) % 2 ? firstX + units * pitch - distance(hole) : firstX + distance(hole);
    }
    function y(side, street) { return middleY(street) + (street % 2 ? -offset(side) : offset(side)); }
    function spot(side, hole) {
      if (hole > last) return [finish()[0], finish()[1]];
      return [x(hole), y(side, Math.max(0, street(Math.max(1, hole))))];
    }
    function finish() { return [streets % 2 ? x(last) + 2.2 * pitch : x(last) - 2.2 * pitch, middleY(streets - 1)]; }
    return {
      sizes, last, streets, perStreet, pitch, streetHeight, track,
      firstX, startX: firstX - 3.4 * pitch, endX: firstX + units * pitch,
      height: 7 + streets * step - sizes.labelRoom + Math.max(7, sizes.labelRoom),
      street, middleY, x, y, spot, finish,
      // The x position between a hole and the hole before it.
      lineBefore: (hole) => {
        var direction = street(hole) % 2 ? 1 : -1, gap = (hole - 1) % perStreet % 5 === 0 ? 1 + FIVES : 1;
        return x(hole) + direction * pitch * gap / 2;
      },
    };
  }
  // The groove of a side as an SVG path from the start to the last hole, and the length of the path up to a hole.
  function createGroove(side, layout) {
    var d = "M" + layout.startX + " " + layout.y(side, 0), length = 0, x = layout.startX, starts = [];
    for (var street = 0; street < layout.streets; street++) {
      var isToRight = street % 2 === 0, endX = street === layout.streets - 1 ? layout.x(layout.last)
        : isToRight ? layout.endX + layout.pitch / 2 : layout.firstX - layout.pitch / 2;
      starts.push([length, x]);
      d += "H" + endX;
      length += Math.abs(endX - x);
      x = endX;
      if (street === layout.streets - 1) break;
      var radius = (layout.y(side, street + 1) - layout.y(side, street)) / 2;
      d += "A" + radius + " " + radius + " 0 0 " + (isToRight ? 1 : 0) + " " + endX + " " + layout.y(side, street + 1);
      length += Math.PI * radius;
    }
    return {
      d,
      lengthTo: (hole) => {
        if (hole < 1) return Math.abs(layout.x(hole) - layout.startX);
        var start = starts[layout.street(Math.min(hole, layout.last))];
        return start[0] + Math.abs(layout.x(Math.min(hole, layout.last)) - start[1]);
      },
    };
  }
  function dots(side, layout) {
    var d = "";
    for (var hole = -1; hole <= layout.last; hole++) {
      var spot = layout.spot(side, hole);
      d += "M" + spot[0].toFixed(1) + " " + spot[1].toFixed(1) + "h.01";
    }
    return d;
  }
  function textNode(x, y, text, className, anchor) {
    return svg("text", { x, y, "class": className, "text-anchor": anchor || "middle" }, [text]);
  }
  // Numbers below the holes, skunk lines across the street, and a frame around the five holes where a single point does not count.
  function markings(layout, rules) {
    var nodes = [], size = layout.sizes.text;
    function labelY(street) { return layout.middleY(street) + layout.streetHeight / 2 + size + 2; }
    var lines = rules.skunks.filter((skunk) => skunk.under <= layout.last);
    var single = rules.from_116 && layout.last >= 116;
    for (var ten = layout.sizes.numberStep; ten <= layout.last - (single ? 5 : 0); ten += layout.sizes.numberStep) {
      nodes.push(textNode(layout.x(ten), labelY(layout.street(ten)), String(ten), "ten"));
    }
    lines.forEach((skunk) => {
      var street = layout.street(skunk.under), x = layout.lineBefore(skunk.under), isOdd = street % 2;
      nodes.push(svg("line", { "class": "skunk-line", x1: x, x2: x, y1: layout.middleY(street) - layout.streetHeight / 2 - 4, y2: labelY(street) }));
      nodes.push(textNode(x + (isOdd ? -5 : 5), labelY(street), C.t("skunk_" + skunk.level), "skunk-word", isOdd ? "end" : "start"));
    });
    if (single) {
      var left = Math.min(layout.x(116), layout.x(layout.last)), right = Math.max(layout.x(116), layout.x(layout.last)),
        street = layout.street(layout.last);
      nodes.push(svg("rect", {
        "class": "no-single", x: left - layout.pitch * 0.6, width: right - left + layout.pitch * 1.2, rx: layout.pitch * 0.6,
        y: layout.middleY(street) - layout.streetHeight / 2 - 1, height: layout.streetHeight + 2,
      }), textNode(left - layout.pitch * 0.6, labelY(street), C.t("board_no_single"), "skunk-word", "start"));
    }
    return nodes;
  }
  function pegNode(radius, letter) {
    var node = svg("g", { "class": "peg" }, [
      svg("circle", { "class": "shade", r: radius, cy: radius * 0.28, cx: radius * 0.16 }), svg("circle", { "class": "head", r: radius }),
      svg("circle", { "class": "shine", r: radius * 0.62, cy: -radius * 0.12, cx: -radius * 0.08 }),
    ]);
    if (letter) node.append(svg("text", { "class": "letter", "text-anchor": "middle", y: radius * 0.42, "font-size": radius * 1.25 }, [letter]));
    return node;
  }

  // `sides` is a list of {letter, tone}; `shape` "wide" or "tall".
  C.boardDrawing = (sides, rules, shape) => {
    var layout = createLayout(sides.length, rules.target, shape), radius = Math.min(layout.track * 0.47, layout.pitch * 0.66);
    var finish = layout.finish(), holeSize = Math.min(layout.track, layout.pitch) * 0.42;
    var grooves = [], drills = [], pairs = [];
    var lanes = sides.map((side, index) => {
      var groove = createGroove(index, layout), donePath = svg("path", { "class": "done", d: groove.d, "stroke-width": layout.track * 0.72 });
      var lastSpot = layout.spot(index, layout.last);
      grooves.push(svg("g", { "class": "lane " + side.tone }, [
        svg("path", { "class": "to-finish", d: "M" + lastSpot.join(" ") + "L" + finish.join(" ") }),
        svg("path", { "class": "groove", d: groove.d, "stroke-width": layout.track * 0.86 }), donePath,
      ]));
      drills.push(svg("path", { "class": "holes", d: dots(index, layout), "stroke-width": holeSize }));
      var pair = [pegNode(radius, ""), pegNode(radius, "")];
      pairs.push(svg("g", { "class": "pair " + side.tone }, pair.concat([])));
      return { groove, donePath, pair, frontIndex: 0, frontHole: null };
    });
    var goal = svg("g", { "class": "goal" }, [
      svg("circle", { "class": "goal-ring", r: layout.pitch * 0.95, cx: finish[0], cy: finish[1] }),
      svg("circle", { "class": "goal-hole", r: holeSize * 0.62, cx: finish[0], cy: finish[1] }),
    ]);
    var letters = sides.map((side, index) => textNode(layout.startX - layout.track * 0.95, layout.y(index, 0) + layout.track * 0.3, side.letter, "start-letter"));
    var node = svg("svg", {
      "class": "holes-board", viewBox: "0 0 " + layout.sizes.width + " " + Math.ceil(layout.height), role: "img", "data-shape": shape },
      grooves.concat(markings(layout, rules), drills, [goal], letters, pairs));
    node.style.setProperty("--sign", layout.sizes.text + "px");
    node.style.setProperty("--letter", Math.min(18, layout.track * 0.95) + "px");

    function placePeg(node, spot) { node.style.transform = "translate(" + spot[0].toFixed(1) + "px, " + spot[1].toFixed(1) + "px)"; }
    return {
      node,
      // Moves the pegs. As on a wooden board, the back peg moves past the front peg, so the two change roles; an undo moves it back.
      show: (pegs) => {
        pegs.forEach((position, index) => {
          var lane = lanes[index];
          if (lane.frontHole !== null && position.front > lane.frontHole) lane.frontIndex = 1 - lane.frontIndex;
          else if (lane.frontHole !== null && position.front < lane.frontHole) lane.frontIndex = 1 - lane.frontIndex;
          lane.frontHole = position.front;
          var holes = position.front === 0 ? [0, -1] : [position.front, position.back];
          placePeg(lane.pair[lane.frontIndex], layout.spot(index, holes[0]));
          placePeg(lane.pair[1 - lane.frontIndex], layout.spot(index, holes[1]));
          lane.pair[lane.frontIndex].setAttribute("class", "peg is-front");
          lane.pair[1 - lane.frontIndex].setAttribute("class", "peg is-back");
          lane.donePath.style.strokeDasharray = lane.groove.lengthTo(position.front).toFixed(1) + " 9999";
        });
      },
    };
  };
})();
