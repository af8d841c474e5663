// Controls for what the page contains already. The link keeps what the reader chose, behind the #.

const NOTHING_CHOSEN = {b: '', sort: '', desc: false, f: '', diff: false, theme: 'auto', row: ''};
const THEMES = ['auto', 'light', 'dark'];
const LONGEST_FILTER = 200;

// A link may come from anywhere: unknown names and values are ignored.
function chosen(hash, views) {
  const given = new URLSearchParams(hash.slice(1));
  const known = (name, values) => values.includes(given.get(name)) ? given.get(name) : NOTHING_CHOSEN[name];
  return {
    b: known('b', views.flatMap(view => view.baselines)),
    sort: known('sort', COLUMNS.map(column => column.key)),
    desc: given.get('desc') === '1',
    f: (given.get('f') || '').slice(0, LONGEST_FILTER),
    diff: given.get('diff') === '1',
    theme: known('theme', THEMES),
    row: given.get('row') || '',
  };
}

function linkTo(state) {
  const entries = Object.entries(state).filter(([name, value]) => value !== NOTHING_CHOSEN[name]);
  return '#' + new URLSearchParams(entries.map(([name, value]) => [name, value === true ? '1' : value]));
}

function element(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  Object.entries(attributes).forEach(([key, value]) => node.setAttribute(key, value));
  node.append(...children);
  return node;
}

// Copies, or shows the text selected where the browser does not let a page copy.
async function copy(copied, place, report) {
  place.replaceChildren();
  try {
    await navigator.clipboard.writeText(copied);
    report('Copied');
  } catch (refused) {
    const area = element('textarea', {readonly: '', rows: 8, 'aria-label': 'Text to copy'}, copied);
    place.append(area);
    area.focus();
    area.select();
    report('Press Ctrl+C to copy');
  }
}

// A comparison with its controls. Parts of an article depend on the baseline: the page shows one version of them and
// contains the others in templates. change(state) is called with the changes that the reader makes.
class View {
  constructor(article, change) {
    this.change = change;
    this.hosts = [...article.querySelectorAll('[data-part]')];
    const {baseline, place} = article.querySelector('table.comparison').dataset;
    this.original = baseline;
    this.templates = new Map([...article.querySelectorAll('template')].map(each => [each.dataset.baseline, each]));
    this.baselines = [...this.templates.keys()];
    this.baselines.splice(place, 0, baseline);
    this.versions = new Map();
    this.tools();
  }

  // Returns the nodes of each part, and the table among them.
  version(baseline) {
    if (!this.versions.has(baseline)) {
      const template = this.templates.get(baseline);
      const nodes = new Map(this.hosts.map(host => {
        const source = template ? template.content.querySelector(`[data-part=${host.dataset.part}]`) : host;
        return [host, source ? [...source.childNodes] : []];
      }));
      const table = [...nodes.values()].flat().find(node => node.matches?.('table.comparison'));
      const head = table.tHead.rows[0];
      const rows = [...table.tBodies[0].rows];
      rows.forEach(row => row.cells[1].append(element('a', {class: 'here', title: 'Link to this row'}, 'link')));
      const sorters = COLUMNS.flatMap(({key}, i) => key ? [this.sorter(head.cells[i], key)] : []);
      this.versions.set(baseline, {nodes, table, head, rows, sorters});
    }
    return this.versions.get(baseline);
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
    this.baseline = element('select', {}, ...this.baselines.map((name, i) => element('option', {value: i}, name)));
    this.filter = element('input', {type: 'search', maxlength: LONGEST_FILTER});
    this.diff = element('input', {type: 'checkbox'});
    this.status = element('output', {class: 'status'});
    this.note = element('p', {class: 'note', hidden: ''});
    this.pasted = element('div', {});
    const button = (name, made) => {
      const node = element('button', {type: 'button'}, name);
      node.addEventListener('click', () => copy(made(), this.pasted, message => this.status.replaceChildren(message)));
      return node;
    };
    this.baseline.addEventListener('change', () => {
      const wanted = this.baselines[this.baseline.value];
      this.change({b: wanted === this.original ? '' : wanted});
    });
    this.filter.addEventListener('input', () => this.change({f: this.filter.value}));
    this.diff.addEventListener('change', () => this.change({diff: this.diff.checked}));
    this.hosts.find(host => host.dataset.part === 'table').before(element(
      'div', {class: 'tools', role: 'group', 'aria-label': 'Comparison: what to show'},
      ...(this.templates.size ? [element('label', {}, 'Baseline ', this.baseline)] : []),
      element('label', {}, 'Filter ', this.filter),
      element('label', {}, this.diff, ' only differences'),
      button('Copy as Markdown', () => markdownOf(this.shown.head, this.rows)),
      button('Copy as CSV', () => csvOf(this.shown.table, this.rows)),
      this.status, this.note, this.pasted));
  }

  show(state) {
    this.state = state;
    const baseline = this.baselines.includes(state.b) ? state.b : this.original;
    const version = this.version(baseline);
    const {nodes, table, rows, sorters} = version;
    if (this.shown !== version) {
      this.version(this.original);
      nodes.forEach((children, host) => host.replaceChildren(...children));
      this.shown = version;
    }
    this.rows = sorted(rows.filter(row => this.isWanted(row)), state.sort, state.desc);
    this.rows.forEach((row, i) => {
      const isAgain = i > 0 && this.rows[i - 1].dataset.row === row.dataset.row;
      isAgain ? row.setAttribute('class', 'again') : row.removeAttribute('class');
    });
    table.tBodies[0].replaceChildren(...this.rows);
    rows.forEach(row => row.querySelector('.here').setAttribute('href', linkTo({...state, row: row.id})));
    sorters.forEach(({cell, key}) => key === state.sort
      ? cell.setAttribute('aria-sort', state.desc ? 'descending' : 'ascending')
      : cell.removeAttribute('aria-sort'));
    this.showTools(state, baseline, rows.length);
  }

  showTools(state, baseline, all) {
    this.baseline.value = this.baselines.indexOf(baseline);
    this.filter.value = state.f;
    this.diff.checked = state.diff;
    const those = this.rows.length === all ? 'All ' : this.rows.length + ' of ';
    this.status.replaceChildren(those + all + (all === 1 ? ' row' : ' rows'));
    this.note.hidden = baseline === this.original;
    this.note.replaceChildren(...(this.note.hidden ? [] : [
      'This table and the answers are against ', element('bdi', {}, baseline),
      '. The rest of the page is against ', element('bdi', {}, this.original), '.',
    ]));
    this.pasted.replaceChildren();
  }

  isWanted(row) {
    const line = row.textContent.toLowerCase();
    return (!this.state.diff || isDifference(row))
      && this.state.f.toLowerCase().split(/\s+/).every(word => line.includes(word));
  }
}

// Adds a select for the colours, which are those of the system until the reader chooses others.
function themes(change) {
  const select = element('select', {}, ...THEMES.map(theme => element('option', {}, theme)));
  select.addEventListener('change', () => change({theme: select.value}));
  document.querySelector('main').prepend(element('p', {class: 'theme'}, element('label', {}, 'Colours ', select)));
  return theme => {
    select.value = theme;
    document.documentElement.dataset.theme = theme;
  };
}

function start() {
  let state = NOTHING_CHOSEN;
  const change = wish => {
    state = {...state, row: '', ...wish};
    history.replaceState(null, '', linkTo(state));
    show();
  };
  const views = [...document.querySelectorAll('article')]
    .filter(article => article.querySelector('table.comparison'))
    .map(article => new View(article, change));
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
  addEventListener('hashchange', follow);
  addEventListener('keydown', event => {
    if (event.key === 'Escape' && state.f) {
      change({f: ''});
    }
  });
  follow();
}

start();
