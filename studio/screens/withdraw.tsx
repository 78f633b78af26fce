import { useState } from 'react';
import { Link, useNavigation } from 'react-router';
import { toInstant } from '../../contract/content/local-time.ts';
import type { BulkPlanItem } from '../../contract/studio/bulk-shapes.ts';
import type { EntrySummary } from '../../contract/studio/shapes.ts';
import { ButtonLink, Submit } from '../parts/button.tsx';
import form from '../parts/form.module.css';
import { MomentField } from '../parts/moment.tsx';
import { RefusalNotice } from '../parts/notice.tsx';
import { ScreenLayout } from '../parts/page.tsx';
import { Section } from '../parts/panel.tsx';
import { PathList } from '../parts/path-list.tsx';
import { PostForm } from '../parts/post-form.tsx';
import { quoteTitle } from '../parts/title.ts';
import { readChoice, readFields } from '../read-fields.ts';
import { type Screen, useAnswer } from '../screen.ts';

interface Data {
  entry: EntrySummary;
  /** What a withdrawal would do; undefined if the entry no longer exists. */
  item: BulkPlanItem | undefined;
  pages: string[];
}

function Confirmation({ entry }: { entry: EntrySummary }) {
  const refusal = useAnswer()?.refusal;
  const { state } = useNavigation();
  const [at, setAt] = useState(refusal?.values.at ?? '');
  const timeError = refusal?.fields.find(({ path }) => path === 'at')?.message;
  return (
    <>
      <RefusalNotice refusal={timeError ? null : refusal} />
      <PostForm className={form.row} sends={{ version: entry.version }}>
        <Submit look="danger" intent="now" disabled={state !== 'idle'} label="Withdraw now" />
        <ButtonLink to={`/studio/content/${entry.id}`}>Cancel</ButtonLink>
      </PostForm>
      {!entry.withdrawnAt && (
        <Section title="Later">
          <PostForm className={form.form} sends={{ version: entry.version }}>
            <MomentField label="Withdraw at" name="at" required value={at} error={timeError} onChange={setAt} />
            <p>
              <Submit intent="later" disabled={state !== 'idle'} label="Schedule the withdrawal" />
            </p>
          </PostForm>
        </Section>
      )}
    </>
  );
}

function View({ data: { entry, item, pages } }: { data: Data }) {
  const links = item?.linkedFrom ?? [];
  return (
    <ScreenLayout
      width="text"
      parent={{ to: '/studio/content', label: 'Content' }}
      title={`Withdraw ${quoteTitle(entry.title)}`}
    >
      {item?.willChange ? (
        <>
          <p>
            Its address {item.path} answers “gone” afterwards, and it leaves its lists, the search and the feeds. You
            can undo this, and show it again at any time.
          </p>
          <PathList label="Visitors see the change on:" paths={pages} />
          {links.length === 0 ? (
            <p>No page of the site links here.</p>
          ) : (
            <Section title={links.length === 1 ? 'One page links here' : `${links.length} pages link here`}>
              <p>Their links will lead to a page that is gone until somebody changes them.</p>
              <ul className={form.list}>
                {links.map(({ id, title, path }) => (
                  <li key={id}>
                    <Link to={`/studio/content/${id}`}>{title}</Link> <span className={form.soft}>{path}</span>
                  </li>
                ))}
              </ul>
            </Section>
          )}
          <Confirmation entry={entry} />
        </>
      ) : (
        <p>
          {item?.reason ?? 'This entry no longer exists.'}{' '}
          <Link to={`/studio/content/${entry.id}`}>Back to the entry</Link>
        </p>
      )}
    </ScreenLayout>
  );
}

/** Asks before an entry is withdrawn, with the pages that link to it; now, or at a moment. */
export const screen: Screen<Data> = {
  title: ({ entry }) => `Withdraw ${quoteTitle(entry.title)}`,
  loader: async ({ client, params }) => {
    const { entry } = await client.call('openEntry', { id: Number(params.id) });
    const entries = [{ id: entry.id, version: entry.version }];
    const { items, pages } = await client.call('planBulkAct', { kind: 'WITHDRAW', entries });
    return { entry, item: items[0], pages };
  },
  action: async ({ client, params, settings, form }) => {
    const id = Number(params.id);
    const { version } = readFields(form, 'version');
    if (readChoice(form, 'intent', ['now', 'later']) === 'now')
      await client.call('withdrawEntry', { id, version, isWithdrawn: true });
    else {
      const { at } = readFields(form, 'at');
      const moment = toInstant(at, settings.timeZone)?.toISOString() ?? at;
      await client.call('changeSchedule', { id, version, kind: 'WITHDRAWAL', at: moment });
    }
    return { to: `/studio/content/${id}` };
  },
  View,
};
