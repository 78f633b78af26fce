import { Columns3 } from 'lucide-react';
import { buttonLink } from './button.tsx';
import styles from './column-choice.module.css';
import { Icon } from './icon.tsx';
import { Menu } from './menu.tsx';

/** The columns of a table that may be hidden. The parameter `column` of the address names those that are shown. */
export interface ColumnChoice {
  options: readonly { value: string; label: string }[];
  shown: readonly string[];
  /** The columns that an address without the parameter shows. */
  initial: readonly string[];
}

/** The value that a form sends in any case, so that an address without columns shows the initial ones. */
const noColumn = 'title';

export function readColumns(
  { searchParams }: URL,
  { options, initial }: Pick<ColumnChoice, 'options' | 'initial'>,
): string[] {
  const named = searchParams.getAll('column');
  return named.length === 0 ? [...initial] : named.filter((name) => options.some(({ value }) => value === name));
}

/** Removes the columns from the parameters of a form if they are the initial ones. */
export function dropInitialColumns(parameters: URLSearchParams, { initial }: ColumnChoice): void {
  const named = parameters.getAll('column').filter((name) => name !== noColumn);
  if (named.length === initial.length && initial.every((name) => named.includes(name))) parameters.delete('column');
}

/** Renders the choice of columns, in a form of filters. */
export function ColumnMenu({ options, shown }: ColumnChoice) {
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
      <input type="hidden" name="column" value={noColumn} />
      {options.map(({ value, label }) => (
        <label key={value} className={styles.column}>
          <input type="checkbox" name="column" value={value} defaultChecked={shown.includes(value)} />
          {label}
        </label>
      ))}
    </Menu>
  );
}
