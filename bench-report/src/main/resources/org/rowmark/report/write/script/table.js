// The comparison table of the page: its rows, their order, and copies of them.

// Each column with its name in links and the value that rows are sorted by. Nothing sorts by the plot.
const COLUMNS = [
  {key: 'name', of: row => text(row.cells[0])},
  {key: 'column', of: row => text(row.cells[1])},
  {key: 'a', of: row => number(row.cells[2])},
  {key: 'b', of: row => number(row.cells[3])},
  {key: 'ratio', of: row => number(row.cells[4])},
  {key: '', of: () => NaN},
  {key: 'verdict', of: row => rank(row)},
  {key: 'rounds', of: row => number(row.cells[7])},
  {key: 'effect', of: row => number(row.cells[8])},
];

const isMeasured = row => row.cells.length === COLUMNS.length;

// Returns the text without the link to the row, which the script adds.
const text = cell => cell.querySelector('bdi').textContent;

// Returns the first number in a cell; a row without a ratio has one cell in place of its numbers.
function number(cell) {
  return cell && !cell.matches('.trouble') ? parseFloat(cell.textContent.replace(/[,≥\s]/g, '')) : NaN;
}

function rank(row) {
  const word = isMeasured(row) ? (row.querySelector('.verdict > span')?.lastChild.data || '').trim() : '';
  const place = ['slower', 'unclear', 'same', 'faster'].findIndex(each => word.startsWith(each));
  return place < 0 ? NaN : place;
}

const isDifference = row => row.querySelector('.verdict > .better, .verdict > .worse') !== null;

// Rows without a value stay last, and rows with the same value in the order of the plan.
function sorted(rows, key, desc) {
  const column = COLUMNS.find(each => key && each.key === key);
  if (!column) {
    return rows;
  }
  const collator = new Intl.Collator('en', {numeric: true});
  const compared = (one, other) => typeof one === 'string' ? collator.compare(one, other) : one - other;
  const values = new Map(rows.map(row => [row, column.of(row)]));
  const last = rows.filter(row => Number.isNaN(values.get(row)));
  const first = rows.filter(row => !Number.isNaN(values.get(row)));
  first.sort((one, other) => (desc ? -1 : 1) * compared(values.get(one), values.get(other)));
  return [...first, ...last];
}

// Returns the text of a cell on one line: the interval below a ratio in brackets, the text below a verdict after a
// semicolon.
function seen(node) {
  if (node.nodeType === Node.TEXT_NODE) {
    return node.data;
  }
  const parts = [...node.childNodes].filter(child => !child.matches?.('.here, svg, .mark > [aria-hidden]')).map(seen);
  const line = parts.join(node.matches('td.verdict') ? '; ' : ' ').replace(/\s+/g, ' ').trim();
  return node.matches('td.against small') ? '(' + line + ')' : line;
}

// Returns text of which nothing is taken for markup, a mention or the border of a table.
const escaped = line => line
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

// Returns the lines of comparison.csv for the rows.
const csvOf = (table, rows) => [table, ...rows].map(each => each.dataset.csv + '\n').join('');
