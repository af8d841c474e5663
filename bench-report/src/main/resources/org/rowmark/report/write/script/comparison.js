// Comparisons and verdicts as org.rowmark.stats makes them. A cell is {rounds, logs, starts, unit}: by replicate its
// number, the natural logarithm of its value and when it was measured, in seconds.

const LEAST_ROUNDS = 5;
const MOST_ROUNDS = 1000;
const NO_VARIATION = 1e-12;

const mean = values => values.reduce((sum, value) => sum + value, 0) / values.length;

function sd(values) {
  const middle = mean(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1));
}

// From an estimate of the log ratio with its standard error.
function estimate(log, error, n, df) {
  const ratio = Math.exp(log);
  if (n < 2) {
    return {ratio, low: NaN, high: NaN, n, p: NaN, sd: NaN, df: NaN};
  }
  const spread = error * Math.sqrt(n);
  if (spread < NO_VARIATION) {
    return {ratio, low: ratio, high: ratio, n, p: Math.abs(log) < NO_VARIATION ? 1 : 0, sd: 0, df: n - 1};
  }
  const half = twoSidedQuantile(0.05, df) * error;
  return {
    ratio, low: Math.exp(log - half), high: Math.exp(log + half), n, p: twoSidedP(log / error, df), sd: spread, df,
  };
}

function paired(differences) {
  const n = differences.length;
  return estimate(mean(differences), sd(differences) / Math.sqrt(n), n, n - 1);
}

function welch(a, b, sign) {
  const [va, vb] = [a, b].map(logs => sd(logs) ** 2 / logs.length);
  const df = (va + vb) ** 2 / (va * va / (a.length - 1) + vb * vb / (b.length - 1));
  return estimate(sign * (mean(b) - mean(a)), Math.sqrt(va + vb), Math.min(a.length, b.length), df);
}

// What both have in each common round.
function common(a, b, ofA, ofB) {
  const places = new Map(b.rounds.map((round, i) => [round, i]));
  return a.rounds.flatMap((round, i) => {
    const j = places.get(round);
    return j === undefined || ofA[i] === undefined || ofB[j] === undefined ? [] : [[round, ofA[i], ofB[j]]];
  });
}

// Whether no common round began before the one before it was through.
function isInRounds(a, b) {
  const turns = common(a, b, a.starts, b.starts);
  return turns.length > 0 && turns.every(([, ofA, ofB], i) =>
    i === 0 || Math.min(ofA, ofB) >= Math.max(turns[i - 1][1], turns[i - 1][2]));
}

// The visits to A before and after B, if B lies between them; otherwise null.
function visits(a, b) {
  const [first, last] = [Math.min(...b.starts), Math.max(...b.starts)];
  const isAround = Math.min(...a.starts) < first && Math.max(...a.starts) > last
    && a.starts.every(start => start <= first || start >= last);
  return isAround
    ? [a.logs.filter((log, i) => a.starts[i] < first), a.logs.filter((log, i) => a.starts[i] >= first)]
    : null;
}

// B against A: more than 1 is better.
function compare(a, b, better, margin) {
  const sign = better === 'lower' ? -1 : 1;
  if (isInRounds(a, b)) {
    const points = common(a, b, a.logs, b.logs).map(([round, ofA, ofB]) => [round, sign * (ofB - ofA)]);
    return {...paired(points.map(([, log]) => log)), points, isApart: false, isInvalid: false};
  }
  const control = visits(a, b);
  const moved = control && welch(...control, sign);
  return {
    ...welch(a.logs, b.logs, sign),
    points: [],
    isApart: !control,
    isInvalid: Boolean(moved) && (moved.low > 1 + margin || moved.high < 1 / (1 + margin)),
  };
}

// Holm's adjustment; NaN for a row without a test, which does not count.
function holm(p) {
  const adjusted = p.slice();
  const ascending = p.map((value, i) => i).filter(i => !Number.isNaN(p[i])).sort((i, j) => p[i] - p[j]);
  ascending.reduce((least, i, rank) => {
    adjusted[i] = Math.max(least, Math.min(1, (ascending.length - rank) * p[i]));
    return adjusted[i];
  }, 0);
  return adjusted;
}

// The smallest number of rounds that would settle an unclear row, less those there are; 0 if none would.
function moreRounds(comparison, adjusted, margin) {
  const distance = Math.abs(Math.log(comparison.ratio));
  const room = Math.log1p(margin) - distance;
  const tests = Math.max(1, adjusted / comparison.p);
  const settles = n => {
    const error = comparison.sd / Math.sqrt(n);
    const df = comparison.df * (n - 1) / (comparison.n - 1);
    return twoSidedQuantile(0.05, df) * error < room || twoSidedQuantile(0.05 / tests, df) * error < distance;
  };
  if (!settles(MOST_ROUNDS)) {
    return 0;
  }
  let [tooFew, enough] = [comparison.n, MOST_ROUNDS];
  while (enough - tooFew > 1) {
    const middle = Math.floor((tooFew + enough) / 2);
    [tooFew, enough] = settles(middle) ? [tooFew, middle] : [middle, enough];
  }
  return Math.max(1, enough - comparison.n);
}

// The verdict as it is printed: style class, shape, word and what goes with it.
function verdict(comparison, adjusted, margin) {
  const {ratio, low, high, n} = comparison;
  if (n < LEAST_ROUNDS || comparison.isInvalid) {
    return {style: 'none', shape: '', word: '', detail: ''};
  }
  if (high < 1 + margin && low > 1 / (1 + margin)) {
    return {style: 'even', shape: '=', word: 'same within ±' + percent(margin), detail: ''};
  }
  if (adjusted < 0.05) {
    const isFaster = ratio > 1;
    const isSure = isFaster ? low > 1 + margin : high < 1 / (1 + margin);
    return {
      style: isFaster ? 'better' : 'worse',
      shape: isFaster ? (isSure ? '▲' : '△') : (isSure ? '▼' : '▽'),
      word: isFaster ? 'faster' : 'slower',
      detail: isSure ? '' : 'size unsure',
    };
  }
  const more = moreRounds(comparison, adjusted, margin);
  const needed = more ? 'about ' + count(more, 'more round') : 'more than ' + MOST_ROUNDS + ' rounds';
  return {style: 'open', shape: '?', word: 'unclear', detail: needed + ' needed'};
}

// The smallest difference that the comparison finds four times out of five.
function detectableEffect({n, sd: spread, df}) {
  return n < 2 ? NaN : Math.expm1(noncentrality(df) * spread / Math.sqrt(n));
}
