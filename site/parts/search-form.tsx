import { useId } from 'react';
import { Form } from 'react-router';
import { type SelectableType, selectableTypes } from '../../contract/entry-types.ts';
import { searchPath } from './navigation.ts';
import styles from './search-form.module.css';

/** Labels of the content type selector (specification, section 2). */
export const selectableLabels: Record<SelectableType, string> = {
  BLOG: 'Blog',
  TRIVIA: 'Trivia',
  INFOGRAPHIC: 'Infographic',
};

interface SearchFormProps {
  q?: string;
  type?: SelectableType | null;
}

/** Asks `/search`, with or without JavaScript. */
export function SearchForm({ q = '', type = null }: SearchFormProps) {
  const id = useId();
  return (
    <search>
      {/* The key lets the fields follow the address when a visitor goes back. */}
      <Form action={searchPath} method="get" className={styles.form} key={`${q} ${type}`}>
        <label htmlFor={`${id}-q`} className="visually-hidden">
          Search for
        </label>
        <input
          id={`${id}-q`}
          type="search"
          name="q"
          defaultValue={q}
          maxLength={200}
          placeholder="Articles, services, plans…"
          autoComplete="off"
          enterKeyHint="search"
          className={styles.text}
        />
        <label htmlFor={`${id}-type`} className="visually-hidden">
          Content type
        </label>
        <select id={`${id}-type`} name="type" defaultValue={type ?? ''} className={styles.type}>
          <option value="">All</option>
          {selectableTypes.map((value) => (
            <option key={value} value={value}>
              {selectableLabels[value]}
            </option>
          ))}
        </select>
        <button type="submit" className={styles.button}>
          Search
        </button>
      </Form>
    </search>
  );
}
