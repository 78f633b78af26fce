import { Link, useNavigation } from 'react-router';
import { formatCount } from '../../../contract/content/number-text.ts';
import { isolateText } from '../../../contract/content/text-direction.ts';
import type { BulkPlan, BulkPlanItem, BulkSelection } from '../../../contract/studio/bulk-shapes.ts';
import { describePath } from '../../fields/change-property.ts';
import { bulkWords, countEntries } from '../../parts/bulk-words.ts';
import { ButtonLink, Submit } from '../../parts/button.tsx';
import form from '../../parts/form.module.css';
import { RefusalNotice } from '../../parts/notice.tsx';
import { Section } from '../../parts/panel.tsx';
import { PostForm } from '../../parts/post-form.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { useAnswer } from '../../screen.ts';
import styles from './plan.module.css';

function Item({ item: { id, title, path, type, reason, problems, linkedFrom } }: { item: BulkPlanItem }) {
  return (
    <li className={styles.item}>
      {type ? (
        <Link to={`/studio/content/${id}`} dir="auto">
          {title}
        </Link>
      ) : (
        title
      )}{' '}
      <span className={form.mono}>{path}</span>
      {reason && <p>{reason}</p>}
      {problems.length > 0 && (
        <ul className={styles.problems}>
          {problems.map((problem) => (
            <li key={`${problem.path} ${problem.line} ${problem.message}`}>
              {describePath(problem.path)}
              {problem.line ? `, line ${problem.line}` : ''}: {problem.message}
            </li>
          ))}
        </ul>
      )}
      {linkedFrom.length > 0 && (
        <p>
          {linkedFrom.length === 1 ? 'One page links' : `${linkedFrom.length} pages link`} here:{' '}
          {linkedFrom.map(({ title: from }) => isolateText(from)).join(', ')}
        </p>
      )}
    </li>
  );
}

/** The screen to which a plan leads back. */
export interface PlanOrigin {
  path: string;
  name: 'entry' | 'content';
}

function Confirmation({ verb, count, origin }: { verb: string; count: number; origin: PlanOrigin }) {
  const refusal = useAnswer()?.refusal;
  const { state } = useNavigation();
  const countError = refusal?.fields.find(({ path }) => path === 'count')?.message;
  return (
    <PostForm className={styles.confirmation}>
      <RefusalNotice refusal={refusal && !countError ? refusal : null} />
      <TextField
        label={`Type ${count} to ${verb} ${countEntries(count)}`}
        name="count"
        inputMode="numeric"
        autoComplete="off"
        required
        error={countError}
      />
      <div className={form.row}>
        <Submit look={verb === 'withdraw' ? 'danger' : 'primary'} disabled={state !== 'idle'}>
          {verb.charAt(0).toUpperCase() + verb.slice(1)} {countEntries(count)}
        </Submit>
        <ButtonLink to={origin.path}>Cancel</ButtonLink>
      </div>
    </PostForm>
  );
}

/** Shows what an act would do to each selected entry, and asks for the count of those that will change. */
export function PlanView({
  selection: { kind },
  plan,
  origin,
}: {
  selection: BulkSelection;
  plan: BulkPlan;
  origin: PlanOrigin;
}) {
  const { verb } = bulkWords[kind];
  const { items, count, pages, category } = plan;
  const others = items.filter(({ willChange }) => !willChange);
  return (
    <>
      <p role="status">
        {count === 0 ? 'Nothing would change.' : `${countEntries(count)} will change.`}
        {category && ` The new category is ${isolateText(category)}.`}
        {pages.length > 0 &&
          ` Visitors see the change on ${formatCount(pages.length, 'page')} of entries, lists and categories, in the search and in the feeds.`}
        {others.length > 0 &&
          ` ${countEntries(others.length)} will stay as ${others.length === 1 ? 'it is' : 'they are'}.`}
      </p>
      {count > 0 && <Confirmation verb={verb} count={count} origin={origin} />}
      {count > 0 && (
        <Section title="What will change">
          <ul className={form.stack}>
            {items
              .filter(({ willChange }) => willChange)
              .map((item) => (
                <Item key={item.id} item={item} />
              ))}
          </ul>
        </Section>
      )}
      {others.length > 0 && (
        <Section title="What will stay as it is">
          <ul className={form.stack}>
            {others.map((item) => (
              <Item key={item.id} item={item} />
            ))}
          </ul>
        </Section>
      )}
      {count === 0 && (
        <p>
          <Link to={origin.path}>Back to the {origin.name}</Link>
        </p>
      )}
    </>
  );
}
