// Controls for what the page holds already. What the reader chose stands in the link, behind the #.

const NOTHING_CHOSEN = {b: '', sort: '', desc: false, f: '', diff: false, theme: 'auto', row: ''};
const THEMES = ['auto', 'light', 'dark'];
const LONGEST_FILTER = 200;

// A link may come from anywhere: what the page does not know counts as not said.
function chosen(hash, views) {
  const said = new URLSearchParams(hash.slice(1));
  const known = (name, values) => values.includes(said.get(name)) ? said.get(name) : NOTHING_CHOSEN[name];
  return {
    b: known('b', views.flatMap(view => view.table.columns)),
    sort: known('sort', COLUMNS.map(column => column.key)),
    desc: said.get('desc') === '1',
    f: (said.get('f') || '').slice(0, LONGEST_FILTER),
    diff: said.get('diff') === '1',
    theme: known('theme', THEMES),
    row: said.get('row') || '',
  };
}

function linkTo(state) {
  const said = Object.entries(state).filter(([name, value]) => value !== NOTHING_CHOSEN[name]);
  return '#' + new URLSearchParams(said.map(([name, value]) => [name, value === true ? '1' : value]));
}

// Copies, or shows the text selected where the browser does not let a page copy.
async function copy(text, place, say) {
  place.replaceChildren();
  try {
    await navigator.clipboard.writeText(text);
    say('Copied');
  } catch (refused) {
    const area = element('textarea', {readonly: '', rows: 8, 'aria-label': 'Text to copy'}, text);
    place.append(area);
    area.focus();
    area.select();
    say('Press Ctrl+C to copy');
  }
}

// A table and its controls; change(state) is called with what the reader wants to be different.
class View {
  constructor(table, node, margin, change) {
    Object.assign(this, {table, node, margin, change, byBaseline: new Map()});
    this.head = node.tHead.rows[0];
    this.originals = new Map([...node.tBodies[0].rows].map(row => [row.id, row]));
    this.plan = this.originalParts();
    this.originals.forEach(row => row.cells[0].append(here()));
    this.sorters = [...this.head.cells].map((cell, i) => COLUMNS[i].key ? this.sorter(cell, COLUMNS[i].key) : null);
    this.axis = this.head.querySelector('svg');
    this.names = [this.head.cells[2], node.closest('section').querySelector('.operation')]
      .map(place => place.querySelector('bdi'));
    this.tools();
  }

  // Cells of the page to make rows against other baselines of: headings by line, scores by line and column.
  originalParts() {
    const parts = {headings: new Map(), scores: new Map()};
    this.originals.forEach(row => {
      const {row: lineIndex, column} = row.dataset;
      parts.headings.set(lineIndex, row.cells[0].cloneNode(true));
      if (row.cells.length === COLUMNS.length) {
        [[this.table.baseline, 2], [column, 3]].forEach(([of, cell]) =>
          parts.scores.set(lineIndex + '-' + of, row.cells[cell].cloneNode(true)));
      }
    });
    return parts;
  }

  sorter(cell, key) {
    const button = element('button', {type: 'button', class: 'sort'}, ...cell.childNodes);
    cell.append(button);
    button.addEventListener('click', () => {
      const {sort, desc} = this.state;
      this.change(sort !== key ? {sort: key, desc: false} : desc ? {sort: '', desc: false} : {desc: true});
    });
    return {cell, key};
  }

  tools() {
    const options = this.table.columns.map((name, i) => element('option', {value: i}, name));
    this.baseline = element('select', {}, ...options);
    this.filter = element('input', {type: 'search', maxlength: LONGEST_FILTER});
    this.diff = element('input', {type: 'checkbox'});
    this.status = element('output', {class: 'status'});
    this.note = element('p', {class: 'note', hidden: ''});
    this.pasted = element('div', {});
    const button = (name, text) => {
      const made = element('button', {type: 'button'}, name);
      made.addEventListener('click', () => copy(text(), this.pasted, said => this.status.replaceChildren(said)));
      return made;
    };
    const isOriginal = () => Number(this.baseline.value) === this.table.baseline;
    this.baseline.addEventListener('change', () =>
      this.change({b: isOriginal() ? '' : this.table.columns[this.baseline.value]}));
    this.filter.addEventListener('input', () => this.change({f: this.filter.value}));
    this.diff.addEventListener('change', () => this.change({diff: this.diff.checked}));
    this.node.parentNode.before(element(
      'div', {class: 'tools', role: 'group', 'aria-label': 'Comparison: what to show'},
      element('label', {}, 'Baseline ', this.baseline),
      element('label', {}, 'Filter ', this.filter),
      element('label', {}, this.diff, ' only differences'),
      button('Copy as Markdown', () => markdownOf(this.head, this.shown.map(row => this.elements.get(row.id)))),
      button('Copy as CSV', () => csvOf(this.shown)),
      this.status, this.note, this.pasted));
  }

  // Rows against a column with their elements; the page's own against the baseline that it came with.
  against(baseline) {
    if (!this.byBaseline.has(baseline)) {
      const rows = rowsOf(this.table, baseline, this.margin);
      if (baseline === this.table.baseline) {
        this.byBaseline.set(baseline, {rows, elements: this.originals, axis: this.axis});
      } else {
        const axis = axisOf(rows.filter(row => row.comparison).map(row => row.comparison), this.margin);
        const scores = (lineIndex, column) => this.scoreNodes(lineIndex, column);
        const elements = new Map(rows.map(row => [row.id, rowElement(row, axis, scores, i => this.heading(i))]));
        this.byBaseline.set(baseline, {rows, elements, axis: axisPlot(axis)});
      }
    }
    return this.byBaseline.get(baseline);
  }

  heading(lineIndex) {
    const original = this.plan.headings.get(String(lineIndex));
    const cell = original
      ? original.cloneNode(true)
      : element('th', {scope: 'row'}, element('bdi', {class: 'name clamp'}, this.table.rows[lineIndex].name));
    cell.append(here());
    return cell;
  }

  scoreNodes(lineIndex, column) {
    const original = this.plan.scores.get(lineIndex + '-' + column);
    const line = this.table.rows[lineIndex];
    return original
      ? original.cloneNode(true).childNodes
      : [score(scoreOf(line.cells[column])), element('small', {}, element('bdi', {}, line.unit))];
  }

  show(state) {
    this.state = state;
    const wanted = this.table.columns.indexOf(state.b);
    const baseline = wanted < 0 ? this.table.baseline : wanted;
    const {rows, elements, axis} = this.against(baseline);
    this.elements = elements;
    this.shown = this.sorted(rows.filter(row => this.isWanted(row, elements.get(row.id))));
    this.node.tBodies[0].replaceChildren(...this.shown.map(row => elements.get(row.id)));
    elements.forEach((row, id) => row.querySelector('.here').setAttribute('href', linkTo({...state, row: id})));
    this.head.querySelector('svg').replaceWith(axis);
    this.names.forEach(name => {
      name.replaceChildren(this.table.columns[baseline]);
      if (name.title) {
        name.title = this.table.columns[baseline];
      }
    });
    this.sorters.filter(Boolean).forEach(({cell, key}) => key === state.sort
      ? cell.setAttribute('aria-sort', state.desc ? 'descending' : 'ascending')
      : cell.removeAttribute('aria-sort'));
    this.showTools(state, baseline, rows.length);
  }

  showTools(state, baseline, all) {
    this.baseline.value = baseline;
    this.filter.value = state.f;
    this.diff.checked = state.diff;
    const those = this.shown.length === all ? 'All ' : this.shown.length + ' of ';
    this.status.replaceChildren(those + count(all, 'row'));
    this.note.hidden = baseline === this.table.baseline;
    this.note.replaceChildren(...(this.note.hidden ? [] : [
      'This table is against ', element('bdi', {}, this.table.columns[baseline]), ', computed in the browser and without ',
      'remarks on drift and outliers. The rest of the page is against ',
      element('bdi', {}, this.table.columns[this.table.baseline]), '.',
    ]));
    this.pasted.replaceChildren();
  }

  isWanted(row, node) {
    const text = node.textContent.toLowerCase();
    return (!this.state.diff || isDifference(row))
      && this.state.f.toLowerCase().split(/\s+/).every(word => text.includes(word));
  }

  // Rows without a value stay last, and rows with the same value in the order of the plan.
  sorted(rows) {
    const {sort, desc} = this.state;
    const column = COLUMNS.find(each => sort && each.key === sort);
    if (!column) {
      return rows;
    }
    const collator = new Intl.Collator('en', {numeric: true});
    const compared = (one, other) => typeof one === 'string' ? collator.compare(one, other) : one - other;
    const [last, first] = [[], []];
    rows.forEach(row => (Number.isNaN(column.of(row)) ? last : first).push(row));
    first.sort((one, other) => (desc ? -1 : 1) * compared(column.of(one), column.of(other)));
    return [...first, ...last];
  }
}

// The link to a row.
const here = () => element('a', {class: 'here', 'aria-label': 'Link to this row'}, '#');

// A select for the colours, which are those of the system until the reader chooses others.
function themes(change) {
  const select = element('select', {}, ...THEMES.map(theme => element('option', {}, theme)));
  select.addEventListener('change', () => change({theme: select.value}));
  document.querySelector('main').prepend(element('p', {class: 'theme'}, element('label', {}, 'Colours ', select)));
  const schemes = [...document.styleSheets].flatMap(sheet => [...sheet.cssRules])
    .filter(rule => rule.media && rule.media.mediaText.includes('prefers-color-scheme'))
    .map(({media}) => ({media, auto: media.mediaText}));
  return theme => {
    select.value = theme;
    document.documentElement.dataset.theme = theme;
    schemes.forEach(({media, auto}) => {
      media.mediaText = theme === 'auto' ? auto : auto.includes(theme) ? 'all' : 'not all';
    });
  };
}

function start() {
  const page = JSON.parse(document.getElementById('rowmark-data').textContent);
  let state = NOTHING_CHOSEN;
  let views = [];
  const change = wish => {
    state = {...state, row: '', ...wish};
    history.replaceState(null, '', linkTo(state));
    show();
  };
  const paint = themes(change);
  const show = () => {
    paint(state.theme);
    views.forEach(view => view.show(state));
  };
  const follow = () => {
    state = chosen(location.hash, views);
    show();
    const row = state.row && document.getElementById(state.row);
    document.querySelectorAll('tr.here').forEach(marked => marked.classList.remove('here'));
    if (row && row.matches('.comparison tr')) {
      row.classList.add('here');
      row.scrollIntoView({block: 'center'});
    }
  };
  views = page.tables
    .map(table => [table, document.getElementById(table.id)])
    .filter(([, node]) => node && node.matches('table.comparison'))
    .map(([table, node]) => new View(table, node, page.margin, change));
  addEventListener('hashchange', follow);
  addEventListener('keydown', event => {
    if (event.key === 'Escape' && state.f) {
      change({f: ''});
    }
  });
  follow();
}

start();
