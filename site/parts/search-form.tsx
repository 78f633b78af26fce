import { use } from 'react';
import { Form } from 'react-router';
import { entryTypes, type SelectableType, selectableTypes } from '../../contract/content/entry-types.ts';
import { SiteSettingsContext } from '../settings.ts';
import { searchPath } from './navigation.ts';
import styles from './search-form.module.css';
import { createSearchPlaceholder } from './search-text.ts';

interface SearchFormProps {
  q?: string;
  type?: SelectableType | null;
}

/** Renders the form that leads to the search page, with or without JavaScript. */
export function SearchForm({ q = '', type = null }: SearchFormProps) {
  const { lists } = use(SiteSettingsContext);
  return (
    <search>
      {/* A new key resets the fields to their default values when the visitor goes back to another search. */}
      <Form action={searchPath} method="get" className={styles.form} key={`${q} ${type}`}>
        <input
          dir="auto"
          type="search"
          aria-label="Search for"
          name="q"
          defaultValue={q}
          maxLength={200}
          placeholder={createSearchPlaceholder(lists)}
          autoComplete="off"
          enterKeyHint="search"
          className={styles.text}
        />
        <select name="type" aria-label="Content type" defaultValue={type ?? ''} className={styles.type}>
          <option value="">All</option>
          {selectableTypes.map((value) => (
            <option key={value} value={value}>
              {/* The words of the specification (section 2). */}
              {entryTypes[value].label}
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
