// The distributions behind intervals and p values, to at least ten digits.

// Natural logarithm of the gamma function (Lanczos 1964; g = 7, nine terms).
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

function logGamma(x) {
  const sum = LANCZOS.slice(1).reduce((terms, term, i) => terms + term / (x + i), LANCZOS[0]);
  const t = x + 6.5;
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(t) - t + Math.log(sum);
}

// A continued fraction b0 + a1 / (b1 + a2 / (b2 + …)) by Lentz's method; term(i) is [a, b] of i, from 1.
function fraction(b0, term) {
  const tiny = 1e-300;
  let f = b0 || tiny;
  let c = f;
  let d = 0;
  for (let i = 1, delta = 0; i < 10000 && Math.abs(delta - 1) > 1e-15; i++) {
    const [a, b] = term(i);
    d = 1 / (b + a * d || tiny);
    c = b + a / c || tiny;
    delta = c * d;
    f *= delta;
  }
  return f;
}

// Regularised incomplete beta function of x, with y = 1 - x given for its digits.
function incompleteBeta(x, y, a, b) {
  if (x <= 0 || y <= 0) {
    return x <= 0 ? 0 : 1;
  }
  if (x > (a + 1) / (a + b + 2)) {
    return 1 - incompleteBeta(y, x, b, a);
  }
  const front = Math.exp(
    a * Math.log(x) + b * Math.log(y) + logGamma(a + b) - logGamma(a) - logGamma(b)) / a;
  return front / fraction(1, i => {
    const m = Math.floor(i / 2);
    const even = m * (b - m) / ((a + 2 * m - 1) * (a + 2 * m));
    const odd = -(a + m) * (a + b + m) / ((a + 2 * m) * (a + 2 * m + 1));
    return [(i % 2 ? odd : even) * x, 1];
  });
}

// Two-sided p of a value of Student's t; degrees of freedom may be broken numbers.
function twoSidedP(t, df) {
  const square = t * t;
  return incompleteBeta(df / (df + square), square / (df + square), df / 2, 0.5);
}

const quantiles = new Map();

// Where the two-sided p is alpha: by Newton's method, with bisection where that leaves the bracket.
function twoSidedQuantile(alpha, df) {
  const key = alpha + '/' + df;
  if (!quantiles.has(key)) {
    quantiles.set(key, findQuantile(alpha, df));
  }
  return quantiles.get(key);
}

function findQuantile(alpha, df) {
  const scale = logGamma((df + 1) / 2) - logGamma(df / 2) - 0.5 * Math.log(df * Math.PI);
  let low = 0;
  let high = 1;
  while (twoSidedP(high, df) > alpha) {
    low = high;
    high *= 2;
  }
  let t = high;
  for (let i = 0; i < 200; i++) {
    const miss = twoSidedP(t, df) - alpha;
    [low, high] = miss > 0 ? [t, high] : [low, t];
    const density = Math.exp(scale - (df + 1) / 2 * Math.log1p(t * t / df));
    const newton = t + miss / (2 * density);
    const next = newton >= low && newton <= high ? newton : (low + high) / 2;
    if (Math.abs(next - t) <= 1e-14 * t) {
      return next;
    }
    t = next;
  }
  return t;
}

// Distribution function of the standard normal: a series near 0, a continued fraction far from it.
function normal(z) {
  const x = Math.abs(z) / Math.SQRT2;
  let tail;
  if (x < 2) {
    let term = x;
    let sum = x;
    for (let i = 1; Math.abs(term) > 1e-17; i++) {
      term *= 2 * x * x / (2 * i + 1);
      sum += term;
    }
    tail = 0.5 - sum * Math.exp(-x * x) / Math.sqrt(Math.PI);
  } else {
    tail = Math.exp(-x * x) / Math.sqrt(Math.PI) / 2 / fraction(x, i => [i / 2, x]);
  }
  return z < 0 ? tail : 1 - tail;
}

// Power of a two-sided t test whose statistic follows the noncentral t: see DetectableEffect in Rowmark's source.
function power(lambda, df, critical) {
  const spread = 1 / Math.sqrt(2 * df);
  const step = Math.min(spread / 8, 0.04);
  const scale = -df / 2 * Math.LN2 - logGamma(df / 2);
  let sum = 0;
  for (let u = -8 * spread - 36 / df; u < 8 * spread; u += step) {
    const s = Math.exp(u);
    const x = df * s * s;
    const density = 2 * x * Math.exp((df / 2 - 1) * Math.log(x) - x / 2 + scale);
    sum += density * (normal(lambda - critical * s) + normal(-lambda - critical * s)) * step;
  }
  return sum;
}

const noncentralities = new Map();

// The noncentrality that is found four times out of five, by the secant method.
function noncentrality(df) {
  if (!noncentralities.has(df)) {
    const critical = twoSidedQuantile(0.05, df);
    let before = critical + twoSidedQuantile(0.4, df);
    let lambda = before * 1.01;
    let missBefore = power(before, df, critical) - 0.8;
    for (let i = 0; i < 50 && Math.abs(lambda - before) > 1e-12 * lambda; i++) {
      const miss = power(lambda, df, critical) - 0.8;
      if (miss === missBefore) {
        break;
      }
      [before, lambda, missBefore] = [lambda, lambda - miss * (lambda - before) / (miss - missBefore), miss];
    }
    noncentralities.set(df, lambda);
  }
  return noncentralities.get(df);
}
