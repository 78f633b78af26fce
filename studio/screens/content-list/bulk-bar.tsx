import { useEffect, useRef } from 'react';
import { bulkLimit } from '../../../contract/studio/bulk-kinds.ts';
import { findPublishObstacle } from '../../../contract/studio/find-publish-obstacle.ts';
import type { Choices, EntrySummary } from '../../../contract/studio/shapes.ts';
import { useTypeNames } from '../../context.ts';
import { countEntries } from '../../parts/bulk-words.ts';
import { Submit } from '../../parts/button.tsx';
import { SelectionBar } from '../../parts/selection-bar.tsx';
import { useHasScript } from '../../parts/use-has-script.ts';
import styles from './bulk-bar.module.css';
import type { Selection } from './use-selection.ts';

/** Selects every row of the page; shows a third state where some are selected. */
export function SelectAll({ items, selection }: { items: readonly EntrySummary[]; selection: Selection }) {
  const box = useRef<HTMLInputElement>(null);
  const count = items.filter(({ id }) => selection.selected.has(id)).length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = count > 0 && count < items.length;
  }, [count, items.length]);
  // The box may have been checked before the page's code had arrived.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at once, after hydration
  useEffect(() => {
    if (box.current?.checked) selection.toggleAll(true);
  }, []);
  return (
    <label className={styles.all}>
      <input
        ref={box}
        type="checkbox"
        checked={count === items.length}
        onChange={({ target }) => selection.toggleAll(target.checked)}
      />
      <span className={styles.name}>Select all on this page</span>
    </label>
  );
}

/** Says how many entries are selected, and why an action on them is not available. */
function describeSelection(count: number, isTooLarge: boolean, isPublishable: boolean): string {
  const selected = `${countEntries(count)} selected`;
  if (isTooLarge) return `${selected}; one action takes at most ${bulkLimit}`;
  return isPublishable ? selected : `${selected}; visitors already see ${count === 1 ? 'this text' : 'these texts'}`;
}

/**
 * Renders what can be done with the selected entries. Each button leads to a plan, which asks before anything changes.
 */
export function BulkBar({ selection, categories }: { selection: Selection; categories: Choices['categories'] }) {
  const { selected, clear } = selection;
  const isTooLarge = selected.size > bulkLimit;
  const isPublishable = [...selected.values()].some((entry) => findPublishObstacle(entry) === null);
  const hasScript = useHasScript();
  const getName = useTypeNames();
  return (
    <SelectionBar
      name="Bulk actions"
      count={selected.size}
      label={describeSelection(selected.size, isTooLarge, isPublishable)}
      onClear={clear}
    >
      <Submit
        name="kind"
        value="PUBLISH"
        // Without JavaScript, what is selected is known only after the form is sent.
        disabled={hasScript && (isTooLarge || !isPublishable)}
        label="Publish…"
      />
      <Submit name="kind" value="WITHDRAW" disabled={isTooLarge} label="Withdraw…" />
      {categories.length > 0 && (
        <div
          className={styles.categorise}
          data-mixed={categories.some(({ type }) => type !== categories[0]?.type) || undefined}
        >
          <select name="category" aria-label="New category">
            {categories.map(({ type, slug, label }) => (
              <option key={`${type}/${slug}`} value={`${type}/${slug}`}>
                {getName(type)}: {label}
              </option>
            ))}
          </select>
          <Submit name="kind" value="CATEGORISE" disabled={isTooLarge} label="Categorise…" />
        </div>
      )}
    </SelectionBar>
  );
}
