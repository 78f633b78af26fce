// The script of the gallery's index.html, which is opened from a file and so cannot use modules. Without it the page is
// a plain list of links to pictures.
{
  const names = ['route', 'state', 'theme', 'width'] as const;
  const find = <E extends Element>(selector: string) => document.querySelector(selector) as E;
  const items = [...document.querySelectorAll<HTMLLIElement>('.pictures li')];
  const filters = names.flatMap((name) => document.querySelector<HTMLSelectElement>(`select[name="${name}"]`) ?? []);
  const dialog = find<HTMLDialogElement>('dialog');
  const picture = find<HTMLImageElement>('.whole img');
  let shown = items;
  let current = 0;

  const getLink = (item: HTMLLIElement) => item.querySelector('a') as HTMLAnchorElement;

  function filter(): void {
    shown = items.filter((item) => filters.every(({ name, value }) => !value || item.dataset[name] === value));
    for (const item of items) item.hidden = true;
    for (const item of shown) item.hidden = false;
    find('output').textContent = `${shown.length} of ${items.length}`;
    const chosen = filters.filter(({ value }) => value).map(({ name, value }) => [name, value]);
    history.replaceState(null, '', `#${new URLSearchParams(chosen)}`);
  }

  function show(index: number): void {
    current = (index + shown.length) % shown.length;
    const item = shown[current];
    if (!item) return;
    const { href, textContent } = getLink(item);
    picture.src = href;
    picture.alt = textContent ?? '';
    find('.bar p').textContent = `${current + 1} of ${shown.length}: ${textContent?.replace(/\s+/g, ' ').trim()}`;
    find('.whole').scrollTo(0, 0);
    if (!dialog.open) dialog.showModal();
  }

  /** Shows the same page and state in the next theme or width, regardless of the filters. */
  function showVariant(what: 'theme' | 'width'): void {
    const now = shown[current];
    const fixed = names.filter((name) => name !== what);
    const row = items.filter((item) => fixed.every((name) => item.dataset[name] === now?.dataset[name]));
    const next = now && row[(row.indexOf(now) + 1) % row.length];
    if (!next) return;
    if (!shown.includes(next)) shown = [...shown.slice(0, current + 1), next, ...shown.slice(current + 1)];
    show(shown.indexOf(next));
  }

  const keys: Record<string, () => void> = {
    ArrowRight: () => show(current + 1),
    ArrowLeft: () => show(current - 1),
    t: () => showVariant('theme'),
    w: () => showVariant('width'),
  };

  for (const select of filters) {
    select.value = new URLSearchParams(location.hash.slice(1)).get(select.name) ?? '';
    select.addEventListener('change', filter);
  }
  for (const item of items) {
    getLink(item).addEventListener('click', (event) => {
      event.preventDefault();
      show(shown.indexOf(item));
    });
  }
  find('[data-step="-1"]').addEventListener('click', () => show(current - 1));
  find('[data-step="1"]').addEventListener('click', () => show(current + 1));
  dialog.addEventListener('keydown', (event) => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  dialog.addEventListener('close', () => {
    filter();
    const item = shown[current];
    if (item) getLink(item).focus();
  });
  filter();
}
