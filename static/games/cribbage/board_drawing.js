// The board as one sees it from above: a groove for every side, there and back like a snake, drilled in fives, with a front and
// a back peg, the skunk lines, and where single points end. C.boardDrawing(…) -> {node, show(pegs)}
(function () {
  "use strict";
  var C = window.Cheville = window.Cheville || {};
  var SVG = "http://www.w3.org/2000/svg";
  var FIVES = 0.5; // room between groups of five, in holes
  // By the shape of the screen: width, how often it goes along, room between the grooves by number of sides, and under them.
  var SHAPES = {
    wide: { width: 1000, streets: 2, track: [0, 0, 20, 17, 15, 13, 12], under: 22, text: 15, ends: 20, tens: 10 },
    tall: { width: 374, streets: 4, track: [0, 0, 13, 10, 9, 8, 7.5], under: 13, text: 11.5, ends: 14, tens: 30 },
  };

  function svg(name, attributes, children) {
    var node = document.createElementNS(SVG, name);
    Object.keys(attributes).forEach(function (key) { node.setAttribute(key, attributes[key]); });
    (children || []).forEach(function (child) { node.append(child); });
    return node;
  }
  // Where everything lies: holes are numbered from 1, 0 is the start, those below it are the pocket.
  function plan(sides, target, shape) {
    var form = SHAPES[shape], last = target - 1, streets = last > 60 ? form.streets : Math.min(2, form.streets);
    var per = Math.ceil(last / streets), track = form.track[sides], deep = sides * track, step = deep + form.under;
    var turn = step / 2 + deep / 2 - track / 2; // how far the widest bend reaches out
    var left = form.ends + (streets > 2 ? turn : 0), right = turn + track;
    var units = per - 1 + FIVES * (Math.ceil(per / 5) - 1);
    var room = shape === "wide" ? 4 : 4.2; // pocket and finish lie at the left of the first hole
    var pitch = (form.width - left - right) / (units + room);
    var first = left + pitch * room;
    function offset(side) { return (side - (sides - 1) / 2) * track; }
    function street(hole) { return Math.min(Math.floor((hole - 1) / per), streets - 1); }
    function middle(at) { return 7 + deep / 2 + at * step; }
    function along(hole) {
      var at = hole - 1 - street(hole) * per;
      return at * pitch + Math.floor(at / 5) * FIVES * pitch;
    }
    function x(hole) {
      if (hole < 1) return first + (hole - 1) * 1.4 * pitch;
      return street(hole) % 2 ? first + units * pitch - along(hole) : first + along(hole);
    }
    function y(side, at) { return middle(at) + (at % 2 ? -offset(side) : offset(side)); }
    function spot(side, hole) {
      if (hole > last) return [finish()[0], finish()[1]];
      return [x(hole), y(side, Math.max(0, street(Math.max(1, hole))))];
    }
    function finish() { return [streets % 2 ? x(last) + 2.2 * pitch : x(last) - 2.2 * pitch, middle(streets - 1)]; }
    return {
      form: form, last: last, streets: streets, per: per, pitch: pitch, deep: deep, track: track, first: first, from: first - 3.4 * pitch, end: first + units * pitch,
      height: 7 + streets * step - form.under + Math.max(7, form.under), street: street, middle: middle, x: x, y: y, spot: spot, finish: finish,
      // Between a hole and the one before it.
      before: function (hole) {
        var way = street(hole) % 2 ? 1 : -1, free = (hole - 1) % per % 5 === 0 ? 1 + FIVES : 1;
        return x(hole) + way * pitch * free / 2;
      },
    };
  }
  // The groove of a side from the pocket to the last hole, and how far along it a hole is.
  function groove(side, map) {
    var d = "M" + map.from + " " + map.y(side, 0), walked = 0, at = map.from, starts = [];
    for (var street = 0; street < map.streets; street++) {
      var toRight = street % 2 === 0, end = street === map.streets - 1 ? map.x(map.last) : toRight ? map.end + map.pitch / 2 : map.first - map.pitch / 2;
      starts.push([walked, at]);
      d += "H" + end;
      walked += Math.abs(end - at);
      at = end;
      if (street === map.streets - 1) break;
      var radius = (map.y(side, street + 1) - map.y(side, street)) / 2;
      d += "A" + radius + " " + radius + " 0 0 " + (toRight ? 1 : 0) + " " + end + " " + map.y(side, street + 1);
      walked += Math.PI * radius;
    }
    return {
      d: d,
      to: function (hole) {
        if (hole < 1) return Math.abs(map.x(hole) - map.from);
        var from = starts[map.street(Math.min(hole, map.last))];
        return from[0] + Math.abs(map.x(Math.min(hole, map.last)) - from[1]);
      },
    };
  }
  function dots(side, map) {
    var d = "";
    for (var hole = -1; hole <= map.last; hole++) {
      var spot = map.spot(side, hole);
      d += "M" + spot[0].toFixed(1) + " " + spot[1].toFixed(1) + "h.01";
    }
    return d;
  }
  function sign(x, y, text, kind, anchor) {
    return svg("text", { x: x, y: y, "class": kind, "text-anchor": anchor || "middle" }, [text]);
  }
  // Tens under the holes, skunk lines across the street, and the five holes in which a single point does not count.
  function signs(map, rules) {
    var nodes = [], size = map.form.text;
    function under(at) { return map.middle(at) + map.deep / 2 + size + 2; }
    var lines = rules.skunks.filter(function (skunk) { return skunk.under <= map.last; });
    var single = rules.from_116 && map.last >= 116;
    for (var ten = map.form.tens; ten <= map.last - (single ? 5 : 0); ten += map.form.tens) {
      nodes.push(sign(map.x(ten), under(map.street(ten)), String(ten), "ten"));
    }
    lines.forEach(function (skunk) {
      var at = map.street(skunk.under), x = map.before(skunk.under), odd = at % 2;
      nodes.push(svg("line", { "class": "skunk-line", x1: x, x2: x, y1: map.middle(at) - map.deep / 2 - 4, y2: under(at) }));
      nodes.push(sign(x + (odd ? -5 : 5), under(at), C.t("skunk_" + skunk.level), "skunk-word", odd ? "end" : "start"));
    });
    if (single) {
      var low = Math.min(map.x(116), map.x(map.last)), high = Math.max(map.x(116), map.x(map.last)), street = map.street(map.last);
      nodes.push(svg("rect", {
        "class": "no-single", x: low - map.pitch * 0.6, width: high - low + map.pitch * 1.2, rx: map.pitch * 0.6,
        y: map.middle(street) - map.deep / 2 - 1, height: map.deep + 2,
      }), sign(low - map.pitch * 0.6, under(street), C.t("board_no_single"), "skunk-word", "start"));
    }
    return nodes;
  }
  function peg(radius, letter) {
    var node = svg("g", { "class": "peg" }, [
      svg("circle", { "class": "shade", r: radius, cy: radius * 0.28, cx: radius * 0.16 }), svg("circle", { "class": "head", r: radius }),
      svg("circle", { "class": "shine", r: radius * 0.62, cy: -radius * 0.12, cx: -radius * 0.08 }),
    ]);
    if (letter) node.append(svg("text", { "class": "letter", "text-anchor": "middle", y: radius * 0.42, "font-size": radius * 1.25 }, [letter]));
    return node;
  }

  // `sides` is a list of {letter, tone}; `shape` "wide" or "tall".
  C.boardDrawing = function (sides, rules, shape) {
    var map = plan(sides.length, rules.target, shape), radius = Math.min(map.track * 0.47, map.pitch * 0.66);
    var finish = map.finish(), hole = Math.min(map.track, map.pitch) * 0.42;
    var grooves = [], drills = [], pairs = [];
    var lanes = sides.map(function (side, at) {
      var way = groove(at, map), done = svg("path", { "class": "done", d: way.d, "stroke-width": map.track * 0.72 });
      var end = map.spot(at, map.last);
      grooves.push(svg("g", { "class": "lane " + side.tone }, [
        svg("path", { "class": "to-finish", d: "M" + end.join(" ") + "L" + finish.join(" ") }),
        svg("path", { "class": "groove", d: way.d, "stroke-width": map.track * 0.86 }), done,
      ]));
      drills.push(svg("path", { "class": "holes", d: dots(at, map), "stroke-width": hole }));
      var pair = [peg(radius, ""), peg(radius, "")];
      pairs.push(svg("g", { "class": "pair " + side.tone }, pair.concat([])));
      return { way: way, done: done, pair: pair, ahead: 0, front: null };
    });
    var goal = svg("g", { "class": "goal" }, [
      svg("circle", { "class": "goal-ring", r: map.pitch * 0.95, cx: finish[0], cy: finish[1] }),
      svg("circle", { "class": "goal-hole", r: hole * 0.62, cx: finish[0], cy: finish[1] }),
    ]);
    var letters = sides.map(function (side, at) {
      return sign(map.from - map.track * 0.95, map.y(at, 0) + map.track * 0.3, side.letter, "start-letter");
    });
    var node = svg("svg", { "class": "holes-board", viewBox: "0 0 " + map.form.width + " " + Math.ceil(map.height), role: "img", "data-shape": shape },
      grooves.concat(signs(map, rules), drills, [goal], letters, pairs));
    node.style.setProperty("--sign", map.form.text + "px");
    node.style.setProperty("--letter", Math.min(18, map.track * 0.95) + "px");

    function put(part, spot) { part.style.transform = "translate(" + spot[0].toFixed(1) + "px, " + spot[1].toFixed(1) + "px)"; }
    return {
      node: node,
      // Forward the back peg leaps over the front one, as on wood; back again it returns.
      show: function (pegs) {
        pegs.forEach(function (own, at) {
          var lane = lanes[at];
          if (lane.front !== null && own.front > lane.front) lane.ahead = 1 - lane.ahead;
          else if (lane.front !== null && own.front < lane.front) lane.ahead = 1 - lane.ahead;
          lane.front = own.front;
          var start = own.front === 0 ? [0, -1] : [own.front, own.back];
          put(lane.pair[lane.ahead], map.spot(at, start[0]));
          put(lane.pair[1 - lane.ahead], map.spot(at, start[1]));
          lane.pair[lane.ahead].setAttribute("class", "peg is-front");
          lane.pair[1 - lane.ahead].setAttribute("class", "peg is-back");
          lane.done.style.strokeDasharray = lane.way.to(own.front).toFixed(1) + " 9999";
        });
      },
    };
  };
})();
