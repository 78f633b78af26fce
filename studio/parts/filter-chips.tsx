import { Columns3, Search, X } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { Form, Link, useLocation, useNavigate } from 'react-router';
import { Button, buttonLink } from './button.tsx';
import styles from './filter-chips.module.css';
import { Icon } from './icon.tsx';
import { Menu } from './menu.tsx';
import { useSyncedFields } from './use-synced-fields.ts';

/** A filter of a list. Its first option filters nothing, and is left out of the address. */
export interface FilterChip {
  /** The parameter of the address. */
  name: string;
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
}

/** The columns of a table that may be hidden, as the parameter `column` names those that are shown. */
export interface ColumnChoice {
  options: readonly { value: string; label: string }[];
  shown: readonly string[];
}

/** Milliseconds after the last key until a search begins. */
const typingPause = 250;

/** Returns the parameters of a form of filters, without those that filter nothing. */
function readParameters(form: HTMLFormElement, chips: readonly FilterChip[], columns?: ColumnChoice): URLSearchParams {
  const parameters = new URLSearchParams();
  const sent = [...new FormData(form)];
  const allColumns = columns && sent.filter(([name]) => name === 'column').length > columns.options.length;
  for (const [name, value] of sent) {
    const text = String(value).trim();
    const [first] = chips.find((chip) => chip.name === name)?.options ?? [];
    if (text !== '' && text !== first?.value && !(name === 'column' && allColumns)) parameters.append(name, text);
  }
  return parameters;
}

function Columns({ options, shown }: ColumnChoice) {
  return (
    <Menu
      side="below-end"
      className={buttonLink.bare}
      closesOnNavigation={false}
      button={
        <>
          <Icon of={Columns3} />
          Columns
        </>
      }
    >
      {/* One column is always shown, so that an address without columns means all of them. */}
      <input type="hidden" name="column" value="always" />
      {options.map(({ value, label }) => (
        <label key={value} className={styles.column}>
          <input type="checkbox" name="column" value={value} defaultChecked={shown.includes(value)} />
          {label}
        </label>
      ))}
    </Menu>
  );
}

/**
 * Renders the filters of a list as chips, with a search. They stand in the address and apply at once; without
 * JavaScript they are a form with a button. `children` stand at the end of the row.
 */
export function FilterChips({
  search,
  chips,
  columns,
  children,
}: {
  search?: { name: string; label: string; value: string };
  chips: readonly FilterChip[];
  columns?: ColumnChoice;
  children?: ReactNode;
}) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const values = Object.fromEntries([...chips, ...(search ? [search] : [])].map(({ name, value }) => [name, value]));
  const form = useSyncedFields(values);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const isFiltered = (search && search.value !== '') || chips.some(({ value, options }) => value !== options[0]?.value);

  function apply(element: HTMLFormElement, isTyped: boolean): void {
    clearTimeout(timer.current);
    const query = readParameters(element, chips, columns).toString();
    // A search that is typed letter by letter is one step of the browser's history.
    void navigate(`${pathname}${query && `?${query}`}`, { replace: isTyped, preventScrollReset: true });
  }

  function handleChange({ target, currentTarget }: FormEvent<HTMLFormElement>): void {
    clearTimeout(timer.current);
    const isTyped = target instanceof HTMLInputElement && target.type === 'search';
    if (isTyped) timer.current = setTimeout(() => apply(currentTarget, true), typingPause);
    else apply(currentTarget, false);
  }

  return (
    <Form
      ref={form}
      role="search"
      className={styles.filters}
      onChange={handleChange}
      onSubmit={(event) => {
        event.preventDefault();
        apply(event.currentTarget, true);
      }}
    >
      {search && (
        <div className={styles.search}>
          <Icon of={Search} />
          <input
            dir="auto"
            type="search"
            name={search.name}
            aria-label={search.label}
            placeholder={search.label}
            defaultValue={search.value}
            maxLength={200}
            className={styles.text}
          />
        </div>
      )}
      {chips.map(({ name, label, value, options }) => (
        <label key={name} className={styles.chip} data-set={value !== options[0]?.value || undefined}>
          <span className={styles.label}>{label}</span>
          <select name={name} defaultValue={value} className={styles.choice}>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
        </label>
      ))}
      {isFiltered && (
        <Link to={pathname} discover="none" className={buttonLink.bare}>
          <Icon of={X} />
          Clear
        </Link>
      )}
      <Button type="submit" className={styles.submit}>
        Apply
      </Button>
      {(children || columns) && (
        <div className={styles.end}>
          {columns && <Columns {...columns} />}
          {children}
        </div>
      )}
    </Form>
  );
}
