// A comparison table against any of its columns: the rows that org.rowmark.report.compare.ComparisonTable makes, and the
// elements that the template row.jte makes of them.

// By column of the page's table: what it is called in links, and what it is sorted by. Nothing sorts by the plot.
const COLUMNS = [
  {key: 'name', of: row => row.line.name},
  {key: 'column', of: row => row.name},
  {key: 'a', of: row => scoreOf(row.a)},
  {key: 'b', of: row => scoreOf(row.b)},
  {key: 'ratio', of: row => row.comparison ? row.comparison.ratio : NaN},
  {key: '', of: () => NaN},
  {key: 'verdict', of: row => rank(row.words.word)},
  {key: 'rounds', of: row => row.comparison ? row.comparison.n : NaN},
  {key: 'effect', of: row => row.comparison ? detectableEffect(row.comparison) : NaN},
];

const scoreOf = cell => cell ? mean(cell.logs.map(Math.exp)) : NaN;

function rank(word) {
  const place = ['slower', 'unclear', 'same', 'faster'].findIndex(each => word.startsWith(each));
  return place < 0 ? NaN : place;
}

const isDifference = row => row.words.style === 'better' || row.words.style === 'worse';

// All rows of a table against a column: what is compared, and what it says.
function rowsOf(table, baseline, margin) {
  const rows = table.rows.flatMap((line, lineIndex) => line.cells.map((b, column) => {
    const a = line.cells[baseline];
    const comparison = a && b ? compare(a, b, line.better, margin) : null;
    return {
      line, lineIndex, column, baseline, a, b,
      id: table.id + '-r' + lineIndex + '-' + column,
      name: table.columns[column],
      against: table.columns[baseline],
      comparison: comparison && comparison.n > 0 ? comparison : null,
    };
  })).filter(row => row.column !== baseline && (row.a || row.line.troubles[row.column] !== ABSENT));
  const adjusted = holm(rows.map(({comparison}) => comparison && comparison.n >= LEAST_ROUNDS ? comparison.p : NaN));
  return rows.map((row, i) => {
    const words = row.comparison ? verdict(row.comparison, adjusted[i], margin) : NO_WORDS;
    const cap = words.word && (row.a.unit === ONE_START || row.b.unit === ONE_START) ? ' (' + ONE_START + ')' : '';
    return {...row, adjusted: adjusted[i], words: {...words, word: words.word + cap}};
  });
}

const ABSENT = 'not there';
const ONE_START = 'one start';
const NO_WORDS = {style: 'none', shape: '', word: '', detail: ''};

function trouble(row) {
  if (!row.b) {
    return row.line.troubles[row.column];
  }
  return row.a ? 'nothing to compare' : 'no baseline: ' + row.line.troubles[row.baseline];
}

// What a reader must know beside the numbers.
function notesOf(row) {
  const {troubles} = row.line;
  return [
    troubles[row.baseline] && 'baseline ' + troubles[row.baseline],
    troubles[row.column],
    row.comparison.isApart && 'not interleaved: drift is not ruled out',
    row.comparison.isInvalid && 'invalid: the environment drifted',
    row.comparison.sd === 0 && 'every round gave the very same ratio: check the resolution',
  ].filter(Boolean);
}

const bdi = text => element('bdi', {class: 'clamp', title: text}, text);

const hidden = text => element('span', {'aria-hidden': 'true'}, text);

function verdictCell(row) {
  const {style, shape, word, detail} = row.words;
  return element(
    'td', {class: 'verdict'},
    ...(word ? [element('span', {class: style}, hidden(shape + ' '), word)] : []),
    ...(word && detail ? [element('small', {}, detail)] : []),
    ...notesOf(row).map(note =>
      element('small', {class: 'warning clamp', title: note}, element('bdi', {}, note))));
}

function ratioCell({ratio, low, high, n}) {
  return element(
    'td', {class: 'number against'},
    element('span', {class: 'ratio'}, ratioText(ratio)),
    ...(n < 2 ? [] : [element('small', {}, rangeText(low, high))]));
}

function plotCell(row, axis) {
  const {ratio, low, high, n, points} = row.comparison;
  const numbers = 'Ratio ' + ratioText(ratio) + (n < 2 ? '' : ' (' + rangeText(low, high) + ')');
  const rounds = points.length ? ', one point for each of ' + count(points.length, 'round') : '';
  const title = row.name + ' against ' + row.against + ', ' + row.line.name;
  const plot = intervalPlot(axis, row.comparison, row.words.style, title, numbers + rounds, row.line.planned);
  return element('td', {class: 'plot'}, plot);
}

// The element of a row; scoreNodes(line, column) are the nodes of a score, heading(line) is the cell that names a line.
function rowElement(row, axis, scoreNodes, heading) {
  const cells = [heading(row.lineIndex), element('td', {}, bdi(row.name))];
  if (row.comparison) {
    const {n, points} = row.comparison;
    const isIncomplete = row.a.incomplete || row.b.incomplete;
    const isWhole = n === row.line.planned || !points.length;
    cells.push(
      element('td', {class: 'number'}, ...scoreNodes(row.lineIndex, row.baseline)),
      element('td', {class: 'number score'}, ...scoreNodes(row.lineIndex, row.column)),
      ratioCell(row.comparison),
      plotCell(row, axis),
      verdictCell(row),
      element(
        'td', {class: isIncomplete ? 'number warning' : 'number'}, isWhole ? String(n) : n + ' of ' + row.line.planned),
      element('td', {class: 'number'}, effectText(detectableEffect(row.comparison))));
  } else {
    cells.push(element(
      'td', {class: 'trouble', colspan: COLUMNS.length - 2}, hidden('✕ '), element('bdi', {}, trouble(row))));
  }
  return element('tr', {id: row.id, 'data-row': row.lineIndex, 'data-column': row.column}, ...cells);
}
