import { type FormEvent, type KeyboardEvent, type MouseEvent, use, useId, useLayoutEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { getEntryPath } from '../../contract/content/entry-types.ts';
import { getTypeName, type ListSummaries } from '../../contract/content/list-settings.ts';
import { removeStoredItem, storeItem } from '../device/storage.ts';
import { Excerpt } from '../parts/excerpt.tsx';
import { Link } from '../parts/link.tsx';
import { searchPath } from '../parts/navigation.ts';
import { isPlainLeftClick } from '../parts/plain-left-click.ts';
import { isSlashKeyEnabled, slashKey } from '../parts/search-keys.ts';
import { createSearchLocationState } from '../parts/search-location-state.ts';
import { cleanSearchText, createSearchPlaceholder, formatResultCount } from '../parts/search-text.ts';
import { opener, typing } from '../parts/search-typing.ts';
import { SiteSettingsContext } from '../settings.ts';
import { describeSearchFailure } from './describe-search-failure.ts';
import { moveActiveOption } from './move-active-option.ts';
import { ResultOption } from './result-option.tsx';
import { SearchHints } from './search-hints.tsx';
import { useDialogStyles } from './use-dialog-styles.ts';
import { useModalDialog } from './use-modal-dialog.ts';
import { type SearchAnswer, type SearchState, useSearchResults } from './use-search-results.ts';

function describeAnswer({ q, corrected, count, pages, items }: SearchAnswer): string {
  if (count === 0) return `Nothing found for “${q}”.`;
  const shown = pages.length + items.length;
  const rest = count > shown ? `, the best ${shown} here` : '';
  return corrected
    ? `No exact match for “${q}”. ${formatResultCount(count)} for “${corrected}”${rest}.`
    : `${formatResultCount(count)}${rest}.`;
}

function getStatusText({ answer, failure, isSlow }: SearchState): string {
  if (isSlow) return 'Searching…';
  if (failure) return describeSearchFailure(failure).what;
  return answer ? describeAnswer(answer) : 'Type a word or two; results appear as you type.';
}

/** Returns the options of the list: first the pages that the text names, then the results. */
function getOptions({ q, pages, items }: SearchAnswer, lists: ListSummaries) {
  return [
    ...pages.map(({ href, label, description }) => ({
      href,
      title: label,
      kind: 'On this site',
      excerpt: description,
    })),
    ...items.map(({ type, slug, title, excerpt }) => ({
      href: getEntryPath(type, slug),
      state: createSearchLocationState(q),
      title,
      kind: getTypeName(lists, type),
      excerpt: <Excerpt parts={excerpt} />,
    })),
  ];
}

/** Removes the field that was typed in before the dialog was there, and returns its text. */
function takeTyping(): string {
  if (!typing?.isConnected) return '';
  const text: string = typing.q.value;
  typing.remove();
  // A dialog that closes returns the focus to the element that had it when the dialog was opened.
  if (opener instanceof HTMLElement) opener.focus();
  return text;
}

/** Turns the / shortcut on or off on this device. */
function setSlashKeyEnabled(isOn: boolean): void {
  slashKey.isOffUntilReload = !isOn && !storeItem('searchKey', 'off');
  if (isOn) removeStoredItem('searchKey');
}

/** Renders the search dialog: results while the visitor types, keyboard control, and Enter for the search page. */
export function SearchDialog({ close }: { close(): void }) {
  const navigate = useNavigate();
  const id = useId();
  const [text, setText] = useState('');
  // Before the dialog is opened, see `takeTyping`.
  useLayoutEffect(() => setText((typed) => typed + takeTyping()), []);
  useDialogStyles();
  const dialog = useModalDialog();
  const q = cleanSearchText(text);
  const search = useSearchResults(q);
  const { answer } = search;
  const { lists } = use(SiteSettingsContext);
  const options = answer ? getOptions(answer, lists) : [];
  // An option stays active when a late answer replaces the list, and until the visitor types again.
  const [activeHref, setActiveHref] = useState<string | null>(null);
  const activeIndex = options.findIndex(({ href }) => href === activeHref);
  const getOptionId = (index: number) => `${id}-${index}`;
  const searchPage = q ? `${searchPath}?${new URLSearchParams({ q })}` : `${searchPath}#search`;

  function handleKeyDown(event: KeyboardEvent) {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (event.nativeEvent.isComposing || ctrlKey || metaKey || altKey || shiftKey) return;
    const next = moveActiveOption(key, activeIndex, options.length);
    if (next !== null) {
      event.preventDefault();
      setActiveHref(options[next]?.href ?? null);
    } else if (key === 'Enter' && activeIndex >= 0) {
      event.preventDefault();
      document.getElementById(getOptionId(activeIndex))?.click();
    }
  }

  function openSearchPage(event: FormEvent) {
    event.preventDefault();
    if (!q) return;
    close();
    navigate(searchPage);
  }

  function closeOnLinkClick(event: MouseEvent) {
    if ((event.target as Element).closest('a') && isPlainLeftClick(event)) close();
  }

  return (
    <dialog
      ref={dialog}
      className="search-dialog"
      aria-label="Search"
      closedby="any"
      // `close` comes in a later task, and a shortcut that is pressed in between must open the dialog again.
      onCancel={close}
      onClose={() => dialog.current?.open || close()}
      onClick={closeOnLinkClick}
      onKeyDown={(event) => {
        // The header contains the dialog, and would close its menus on the same press of Escape.
        if (event.key === 'Escape') event.stopPropagation();
      }}
    >
      <form action={searchPath} className="ask" onSubmit={openSearchPage}>
        <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
          <path d="M13 13l4.5 4.5M14.5 8.5a6 6 0 1 1-12 0 6 6 0 0 1 12 0Z" />
        </svg>
        <input
          dir="auto"
          name="q"
          role="combobox"
          aria-label="Search for"
          aria-autocomplete="list"
          aria-expanded={options.length > 0}
          aria-controls={options.length > 0 ? id : undefined}
          aria-activedescendant={activeIndex >= 0 ? getOptionId(activeIndex) : undefined}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setActiveHref(null);
          }}
          onKeyDown={handleKeyDown}
          maxLength={200}
          placeholder={createSearchPlaceholder(lists)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          inputMode="search"
          enterKeyHint="search"
        />
        <button type="button" onClick={close}>
          Close
        </button>
      </form>
      <p role="status" className="status">
        {getStatusText(search)}
      </p>
      {options.length > 0 ? (
        <div role="listbox" id={id} aria-label="Results" tabIndex={-1} className="body">
          {options.map((option, index) => (
            <ResultOption key={option.href} {...option} id={getOptionId(index)} isActive={index === activeIndex} />
          ))}
        </div>
      ) : (
        <div className="body">
          <SearchHints {...search} />
        </div>
      )}
      <div className="foot">
        <Link to={searchPage}>Open the search page</Link>
        <label>
          <input
            type="checkbox"
            defaultChecked={isSlashKeyEnabled()}
            onChange={(event) => setSlashKeyEnabled(event.target.checked)}
          />
          <span>
            The <kbd>/</kbd> key opens the search
          </span>
        </label>
      </div>
    </dialog>
  );
}
