// The axis of the ratios and the intervals on it, as the templates axis.jte and plot.jte draw them. Text gets into the
// page as text only.

const WIDTH = 264;
const PAD = 22;
const HEIGHT = 44;
const BAR = 12;
const STRIP_TOP = 23;
const STRIP_BOTTOM = 40;

function fill(node, attributes, children) {
  Object.entries(attributes).forEach(([name, value]) => node.setAttribute(name, value));
  node.append(...children);
  return node;
}

const element = (name, attributes = {}, ...children) => fill(document.createElement(name), attributes, children);

// There is a plot on the page already, which knows the namespace.
const drawn = (name, attributes, ...children) =>
  fill(document.createElementNS(document.querySelector('svg').namespaceURI, name), attributes, children);

const line = (style, x1, x2, y1, y2) => drawn('line', {class: style, x1, x2, y1, y2});

// How far the points of a row, and its interval up to three times as far, lie from its ratio.
function reach({ratio, high, points}) {
  const middle = Math.log(ratio);
  const farthest = Math.max(0, ...points.map(([, log]) => Math.abs(log - middle)));
  const half = Number.isNaN(high) ? 0 : Math.log(high) - middle;
  const most = Math.max(farthest, Math.min(half, 3 * farthest));
  return [middle - most, middle + most];
}

// The axis that all rows share: wide enough for most of them and for twice the margin.
function axisOf(comparisons, margin) {
  const least = 2 * Math.log1p(margin);
  const reaches = comparisons.map(reach);
  const distances = reaches.map(ends => Math.max(...ends.map(Math.abs))).sort((one, other) => one - other);
  const most = distances.length ? Math.max(least, 3 * distances[Math.ceil(0.75 * distances.length) - 1]) : least;
  let [low, high] = [-least, least];
  for (const [left, right] of reaches) {
    low = Math.max(-most, Math.min(low, left));
    high = Math.min(most, Math.max(high, right));
  }
  const air = (high - low) / 50;
  [low, high] = [low - air, high + air];
  const at = log => PAD + (Math.max(low, Math.min(high, log)) - low) / (high - low) * (WIDTH - 2 * PAD);
  return {low, high, at, x: log => at(log).toFixed(1), ticks: ticksOf(low, high), margin: Math.log1p(margin)};
}

// Round ratios, 1 among them.
function ticksOf(low, high) {
  if (Math.exp(high - low) < 5) {
    for (const step of [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5]) {
      const first = Math.max(1, Math.ceil(Math.exp(low) / step));
      const last = Math.floor(Math.exp(high) / step);
      if (last - first < 7 || step === 5) {
        return Array.from({length: Math.max(0, last - first + 1)}, (none, i) => (first + i) * step);
      }
    }
  }
  const decades = (high - low) / Math.LN10;
  const stride = Math.ceil(decades / 7);
  const ratios = [];
  for (let e = Math.floor(low / Math.LN10 / stride) * stride; e <= high / Math.LN10; e += stride) {
    ratios.push(...(decades < 2 ? [1, 2, 5] : [1]).map(mantissa => mantissa * 10 ** e));
  }
  return ratios.filter(ratio => Math.log(ratio) >= low && Math.log(ratio) <= high);
}

const one = ratio => Math.abs(ratio - 1) < 1e-9 ? ' one' : '';

function axisPlot(axis) {
  return drawn(
    'svg', {role: 'img', width: WIDTH, height: 22},
    drawn('title', {}, 'Axis of the ratios'),
    drawn('desc', {}, 'Logarithmic; right of 1× is better than the baseline.'),
    ...axis.ticks.flatMap(ratio => {
      const x = axis.x(Math.log(ratio));
      return [
        drawn('text', {class: 'tick' + one(ratio), x, y: 12, 'text-anchor': 'middle'}, trimmed(score(ratio)) + '×'),
        line('rule' + one(ratio), x, x, 17, 22),
      ];
    }));
}

// One row: the band of the margin, the interval, the ratio and a point per round, the first on top.
function intervalPlot(axis, comparison, style, title, description, planned) {
  const log = Math.log(comparison.ratio);
  const [low, high] = comparison.n < 2 ? [log, log] : [Math.log(comparison.low), Math.log(comparison.high)];
  const isOut = value => value < axis.low || value > axis.high;
  const cut = (value, anchor, sign) =>
    drawn('text', {class: 'cut', x: axis.x(value), y: BAR + 5, 'text-anchor': anchor}, sign);
  const step = (STRIP_BOTTOM - STRIP_TOP) / Math.max(1, planned - 1);
  const band = {x: axis.x(-axis.margin), width: (axis.at(axis.margin) - axis.at(-axis.margin)).toFixed(1)};
  return drawn(
    'svg', {role: 'img', class: style, width: WIDTH, height: HEIGHT},
    drawn('title', {}, title),
    drawn('desc', {}, description),
    drawn('rect', {class: 'band', x: band.x, y: 0, width: band.width, height: HEIGHT}),
    ...axis.ticks.map(ratio => {
      const x = axis.x(Math.log(ratio));
      return line('rule' + one(ratio), x, x, 0, HEIGHT);
    }),
    line('interval', axis.x(low), axis.x(high), BAR, BAR),
    ...(isOut(low) ? [cut(low, 'end', '◂')] : []),
    ...(isOut(high) ? [cut(high, 'start', '▸')] : []),
    line('ratio', axis.x(log), axis.x(log), BAR - 7, BAR + 7),
    ...comparison.points.map(([round, value]) => drawn(
      'circle', {class: 'point', cx: axis.x(value), cy: (STRIP_TOP + (round - 1) * step).toFixed(1), r: 2})));
}
