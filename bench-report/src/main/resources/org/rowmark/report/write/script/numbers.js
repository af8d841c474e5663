// Numbers as org.rowmark.report.format.Numbers prints them.

const NONE = '–';

// Three significant digits: 12,300, 1.23, 0.00123, 1.23e-05.
function score(value) {
  if (!Number.isFinite(value)) {
    return NONE;
  }
  if (value === 0) {
    return '0';
  }
  const [mantissa, exponent] = value.toExponential(2).split('e').map(Number);
  if (exponent < -4 || exponent > 11) {
    const digits = String(Math.abs(exponent)).padStart(2, '0');
    return mantissa.toFixed(2) + 'e' + (exponent < 0 ? '-' : '') + digits;
  }
  const [whole, broken] = Number(mantissa + 'e' + exponent).toFixed(Math.max(0, 2 - exponent)).split('.');
  return whole.replace(/\B(?=(\d{3})+$)/g, ',') + (broken ? '.' + broken : '');
}

const ratioText = value => Number.isFinite(value) ? score(value) + '×' : NONE;

const rangeText = (low, high) =>
  Number.isFinite(low) && Number.isFinite(high) ? score(low) + '–' + score(high) : NONE;

// Without the zeros that say nothing.
const trimmed = text => text.includes('.') ? text.replace(/\.?0+$/, '') : text;

const percent = value => trimmed(score(value * 100)) + ' %';

const count = (n, thing) => n + ' ' + thing + (n === 1 ? '' : 's');

// Rounded up to two significant digits.
function effectText(effect) {
  if (!Number.isFinite(effect)) {
    return NONE;
  }
  const [mantissa, exponent] = effect.toExponential(1).split('e').map(Number);
  const rounded = Number(mantissa + 'e' + exponent);
  const up = Number(((mantissa * 10 + 1) / 10).toFixed(1) + 'e' + exponent);
  return '≥ ' + percent(effect === 0 || rounded >= effect ? rounded : up);
}
