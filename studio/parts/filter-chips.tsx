import { Search, X } from 'lucide-react';
import { type FormEvent, type ReactNode, type RefObject, useEffect, useEffectEvent, useId, useRef } from 'react';
import { Form, useLocation, useNavigate, useNavigation, useNavigationType } from 'react-router';
import { ButtonLink, Submit } from './button.tsx';
import { type ColumnChoice, ColumnMenu, dropInitialColumns } from './column-choice.tsx';
import styles from './filter-chips.module.css';
import formStyles from './form.module.css';
import { Icon } from './icon.tsx';

/**
 * Sets the named fields of a form to `values`, which come from the URL, whenever the URL changes, such as after Back.
 * The fields stay mounted, so that the changed field keeps the focus. A text that is being typed is newer than the URL
 * and stays, except after Back. Returns the ref of the form.
 */
function useSyncedFields(values: Readonly<Record<string, string>>): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const isBack = useNavigationType() === 'POP';
  const json = JSON.stringify(values);
  // The first values set no field, because somebody may have typed in it before hydration.
  const shown = useRef(json);
  useEffect(() => {
    if (shown.current === json) return;
    shown.current = json;
    for (const [name, value] of Object.entries(values)) {
      const field = form.current?.elements.namedItem(name);
      const isTyped = field instanceof HTMLInputElement && field === document.activeElement && !isBack;
      if (isTyped) continue;
      if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = value;
    }
  }, [json, values, isBack]);
  return form;
}

/** A filter of a list. Its first option filters nothing, and is left out of the address. */
export interface FilterChip {
  /** The parameter of the address. */
  name: string;
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  /** Whether it orders the list. An order is no filter that could be cleared. */
  isOrder?: true;
}

/** Milliseconds after the last key until a search begins. */
const typingPause = 250;

/** Returns the parameters of a form of filters, without those that filter nothing. */
function readParameters(form: HTMLFormElement, chips: readonly FilterChip[], columns?: ColumnChoice): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    const text = String(value).trim();
    const [first] = chips.find((chip) => chip.name === name)?.options ?? [];
    if (text !== '' && text !== first?.value) parameters.append(name, text);
  }
  if (columns) dropInitialColumns(parameters, columns);
  return parameters;
}

const isSet = ({ value, options, isOrder }: FilterChip) => !isOrder && value !== options[0]?.value;

function Chip({ chip }: { chip: FilterChip }) {
  const id = useId();
  return (
    <div className={styles.chip} data-set={isSet(chip) || undefined}>
      <label htmlFor={id} className={styles.label}>
        {chip.label}
      </label>
      <select id={id} name={chip.name} defaultValue={chip.value} className={styles.choice}>
        {chip.options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}

/**
 * Renders the filters of a list as chips, with a search. They stand in the address and apply at once; without
 * JavaScript they are a form with a button. `kept` names parameters of other controls, such as `ViewTabs`, which stay.
 * `children` stand at the end of the row.
 */
export function FilterChips({
  search,
  chips,
  columns,
  kept = [],
  children,
}: {
  search?: { name: string; label: string; value: string };
  chips: readonly FilterChip[];
  columns?: ColumnChoice;
  kept?: readonly string[];
  children?: ReactNode;
}) {
  const navigate = useNavigate();
  const { pathname, search: query } = useLocation();
  const keptParameters = [...new URLSearchParams(query)].filter(([name]) => kept.includes(name));
  const cleared = new URLSearchParams(keptParameters).toString();
  const values = Object.fromEntries([...chips, ...(search ? [search] : [])].map(({ name, value }) => [name, value]));
  const form = useSyncedFields(values);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const pendingPathname = useNavigation().location?.pathname;
  // A search that waits is dropped when another page is being opened, because its navigation would abort that one.
  useEffect(() => {
    if (pendingPathname !== undefined && pendingPathname !== pathname) clearTimeout(timer.current);
  }, [pendingPathname, pathname]);
  const isFiltered = (search && search.value !== '') || chips.some(isSet);

  function apply(element: HTMLFormElement, isTyped: boolean): void {
    clearTimeout(timer.current);
    const parameters = readParameters(element, chips, columns).toString();
    // A search that is typed letter by letter is one step of the browser's history.
    void navigate(`${pathname}${parameters && `?${parameters}`}`, { replace: isTyped, preventScrollReset: true });
  }

  const applyTypedBefore = useEffectEvent(() => {
    const { current } = form;
    const isAhead = Object.entries(values).some(([name, value]) => {
      const field = current?.elements.namedItem(name);
      return (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) && field.value !== value;
    });
    if (current && isAhead) apply(current, true);
  });
  // Somebody may have typed or chosen before hydration.
  useEffect(() => applyTypedBefore(), []);

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
      className={formStyles.tight}
      onChange={handleChange}
      onSubmit={(event) => {
        event.preventDefault();
        apply(event.currentTarget, true);
      }}
    >
      {keptParameters.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
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
      <div className={styles.chips}>
        {chips.map((chip) => (
          <Chip key={chip.name} chip={chip} />
        ))}
        {isFiltered && <ButtonLink to={`${pathname}${cleared && `?${cleared}`}`} look="bare" icon={X} label="Clear" />}
      </div>
      <Submit className={styles.submit} label="Apply" />
      {(children || columns) && (
        <div className={styles.end}>
          {columns && <ColumnMenu {...columns} />}
          {children}
        </div>
      )}
    </Form>
  );
}
