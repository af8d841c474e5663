// Rows as text to paste elsewhere.

// Text of a cell on one line: what stands below a ratio is its interval, what stands below a verdict goes on.
function seen(node) {
  if (node.nodeType === Node.TEXT_NODE) {
    return node.data;
  }
  const parts = [...node.childNodes].filter(child => !child.matches?.('.here, svg')).map(seen);
  const text = parts.join(node.matches('td.verdict') ? '; ' : ' ').replace(/\s+/g, ' ').trim();
  return node.matches('td.against small') ? '(' + text + ')' : text;
}

// Nothing in it is taken for markup, a mention or the border of a table.
const escaped = text => text
  .replace(/[\p{Cc}\u2028\u2029]/gu, ' ')
  .replace(/^[-+]/, '\\$&')
  .replace(/[\\`*_[\]|~#!]/g, '\\$&')
  .replace(/[&<>@]/g, sign => '&#' + sign.charCodeAt(0) + ';');

function markdownOf(head, rows) {
  const lines = [head, ...rows].map(row => {
    const cells = [...row.cells].filter(cell => !cell.matches('.plot')).map(cell => escaped(seen(cell)));
    return '| ' + [...cells, ...Array(COLUMNS.length - 1 - cells.length).fill('')].join(' | ') + ' |';
  });
  const rule = '|' + [...head.cells].filter(cell => !cell.matches('.plot'))
    .map(cell => cell.matches('.number') ? ' ---: |' : ' --- |').join('');
  return [lines[0], rule, ...lines.slice(1)].join('\n') + '\n';
}

// Columns that comparison.csv has too have its names.
const CSV_HEADER = [
  'name', 'metric', 'unit', 'better', 'column', 'baseline', 'baseline_mean', 'mean', 'ratio', 'ratio_low', 'ratio_high',
  'rounds', 'p', 'p_holm', 'detectable_effect', 'verdict', 'notes',
];

// One line; a text that a spreadsheet would take for a formula gets an apostrophe in front.
function field(value) {
  if (typeof value === 'number') {
    return Number.isFinite(value) ? String(value) : '';
  }
  const text = value.replace(/[\p{Cc}\u2028\u2029]/gu, ' ').replace(/^[=+\-@]/, "'$&");
  return /[",]/.test(text) ? '"' + text.replace(/"/g, '""') + '"' : text;
}

function csvOf(rows) {
  const records = rows.map(row => {
    const {name, metric, unit, better} = row.line;
    const {ratio = NaN, low = NaN, high = NaN, n = 0, p = NaN} = row.comparison || {};
    const {word, detail} = row.words;
    return [
      name, metric, unit, better, row.name, row.against, scoreOf(row.a), scoreOf(row.b), ratio, low, high, n, p,
      row.adjusted, row.comparison ? detectableEffect(row.comparison) : NaN,
      word + (word && detail ? ', ' + detail : ''), row.comparison ? notesOf(row).join('; ') : trouble(row),
    ];
  });
  return [CSV_HEADER, ...records].map(record => record.map(field).join(',') + '\n').join('');
}
