import { type FormEvent, type KeyboardEvent, type MouseEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { entryTypes, getEntryPath } from '../../contract/entry-types.ts';
import { Excerpt } from '../parts/excerpt.tsx';
import { Link } from '../parts/link.tsx';
import { searchPath } from '../parts/navigation.ts';
import { isPlainPress } from '../parts/plain-press.ts';
import { isSlashOn, turnSlash } from '../parts/search-keys.ts';
import { cleanSearchText, resultCount } from '../parts/search-text.ts';
import { searchedFor } from '../parts/searched-for.ts';
import { failureWords } from './failure-words.ts';
import { Hints } from './hints.tsx';
import { Option } from './option.tsx';
import { travel } from './travel.ts';
import { useModal } from './use-modal.ts';
import { type Found, type Results, shownResults, useResults } from './use-results.ts';

function foundText({ q, corrected, total, sections }: Found): string {
  if (total === 0) return sections.length > 0 ? `Pages for “${q}”.` : `Nothing found for “${q}”.`;
  const rest = total > shownResults ? `, the best ${shownResults} here` : '';
  return corrected
    ? `Nothing says exactly “${q}”. ${resultCount(total)} for “${corrected}”${rest}.`
    : `${resultCount(total)}${rest}.`;
}

function statusText({ found, failure, isLate }: Results): string {
  if (isLate) return 'Searching…';
  if (failure) return failureWords(failure).what;
  return found ? foundText(found) : 'Type a word or two; results come as you type.';
}

/** The pages that the text names, then what was found. */
function optionsOf({ q, sections, items }: Found) {
  return [
    ...sections.map(({ href, label, description }) => ({
      href,
      title: label,
      kind: 'On this site',
      excerpt: description,
    })),
    ...items.map(({ type, slug, title, excerpt }) => ({
      href: getEntryPath(type, slug),
      state: searchedFor(q),
      title,
      kind: entryTypes[type].label,
      excerpt: <Excerpt parts={excerpt} />,
    })),
  ];
}

/** Search over the page one is on: results as one types, a full keyboard, and Enter for the page of all results. */
export function SearchDialog({ close }: { close(): void }) {
  const dialog = useModal();
  const navigate = useNavigate();
  const id = useId();
  const [text, setText] = useState('');
  const q = cleanSearchText(text);
  const results = useResults(q);
  const { found } = results;
  const items = found ? optionsOf(found) : [];
  // A place in a list that has been replaced is no place any more.
  const [chosen, setChosen] = useState<{ found: Found | null; place: number }>({ found: null, place: -1 });
  const place = chosen.found === found ? chosen.place : -1;
  const optionId = (index: number) => `${id}-${index}`;
  const searchPage = q ? `${searchPath}?${new URLSearchParams({ q })}` : `${searchPath}#search`;

  function strike(event: KeyboardEvent) {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (event.nativeEvent.isComposing || ctrlKey || metaKey || altKey || shiftKey) return;
    const next = travel(key, place, items.length);
    if (next !== null) {
      event.preventDefault();
      setChosen({ found, place: next });
    } else if (key === 'Enter' && place >= 0) {
      event.preventDefault();
      document.getElementById(optionId(place))?.click();
    }
  }

  function showAll(event: FormEvent) {
    event.preventDefault();
    if (!q) return;
    close();
    navigate(searchPage);
  }

  function leave(event: MouseEvent) {
    if ((event.target as Element).closest('a') && isPlainPress(event)) close();
  }

  return (
    <dialog
      ref={dialog}
      className="search-dialog"
      aria-label="Search"
      closedby="any"
      onClose={() => dialog.current?.open || close()}
      onClick={leave}
      onKeyDown={(event) => {
        // The header it stands in would close its menus too.
        if (event.key === 'Escape') event.stopPropagation();
      }}
    >
      <form action={searchPath} className="ask" onSubmit={showAll}>
        <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
          <path d="M13 13l4.5 4.5M14.5 8.5a6 6 0 1 1-12 0 6 6 0 0 1 12 0Z" />
        </svg>
        <input
          name="q"
          role="combobox"
          aria-label="Search for"
          aria-autocomplete="list"
          aria-expanded={items.length > 0}
          aria-controls={items.length > 0 ? id : undefined}
          aria-activedescendant={place >= 0 ? optionId(place) : undefined}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={strike}
          maxLength={200}
          placeholder="Blogs, services, plans…"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          inputMode="search"
          enterKeyHint="search"
        />
        <button type="button" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </form>
      <p role="status" className="status">
        {statusText(results)}
      </p>
      {items.length > 0 ? (
        <div role="listbox" id={id} aria-label="Results" tabIndex={-1} className="body">
          {items.map((item, index) => (
            <Option key={item.href} {...item} id={optionId(index)} isActive={index === place} />
          ))}
        </div>
      ) : (
        <div className="body">
          <Hints {...results} />
        </div>
      )}
      <div className="foot">
        <Link to={searchPage}>Open the search page</Link>
        <label>
          <input type="checkbox" defaultChecked={isSlashOn()} onChange={(event) => turnSlash(event.target.checked)} />
          <span>
            The <kbd>/</kbd> key opens the search
          </span>
        </label>
      </div>
    </dialog>
  );
}
