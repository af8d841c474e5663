// Rows as text to paste elsewhere.

// Text of a cell as it is seen: parts that stand below each other are separated by spaces.
function seen(cell) {
  if (cell.matches('.here, svg')) {
    return '';
  }
  return [...cell.childNodes]
    .map(node => node.nodeType === Node.TEXT_NODE ? node.data : seen(node) + ' ')
    .join('').replace(/\s+/g, ' ').trim();
}

// Nothing in it is taken for markup, a mention or the border of a table.
const escaped = text => text
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

const CSV_HEADER = [
  'name', 'metric', 'unit', 'better', 'baseline', 'configuration', 'baselineScore', 'score', 'ratio', 'low', 'high',
  'adjustedP', 'verdict', 'rounds', 'detectableEffect', 'trouble',
];

// A text that a spreadsheet would take for a formula gets an apostrophe in front.
function field(value) {
  if (typeof value === 'number') {
    return Number.isFinite(value) ? String(value) : '';
  }
  const text = /^[=+\-@\t\r]/.test(value) ? "'" + value : value;
  return /[",\n\r]/.test(text) ? '"' + text.replace(/"/g, '""') + '"' : text;
}

function csvOf(rows) {
  const records = rows.map(row => {
    const {metric, unit, better, name} = row.line;
    const {ratio, low, high, n} = row.comparison || {};
    const {word, detail} = row.words;
    return [
      name, metric, unit, better, row.against, row.name, scoreOf(row.a), scoreOf(row.b), ratio ?? NaN, low ?? NaN,
      high ?? NaN, row.adjusted, word + (word && detail ? ', ' + detail : ''), n ?? NaN,
      row.comparison ? detectableEffect(row.comparison) : NaN, row.comparison ? '' : trouble(row),
    ];
  });
  return [CSV_HEADER, ...records].map(record => record.map(field).join(',') + '\r\n').join('');
}
