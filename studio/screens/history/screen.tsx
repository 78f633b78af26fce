import { diffWordsWithSpace } from 'diff';
import { use, useState } from 'react';
import { Form, Link, useActionData } from 'react-router';
import type { DraftContent } from '../../../contract/studio/draft-content.ts';
import type { OpenedEntry, RevisionSummary } from '../../../contract/studio/shapes.ts';
import { SettingsContext } from '../../context.ts';
import { Button, buttonLink } from '../../parts/button.tsx';
import { RefusalNotice } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { Section } from '../../parts/section.tsx';
import { formatTime } from '../../parts/time.ts';
import type { Refusal, Screen } from '../../screen.ts';
import styles from './screen.module.css';

interface Data {
  opened: OpenedEntry;
  revisions: RevisionSummary[];
}

/** Returns a content as the one text that is compared: title, summary, own fields, body. */
function toText({ title, summary, fields, body }: DraftContent): string {
  return [title, summary, JSON.stringify(fields, null, 2), body].join('\n\n');
}

/** Shows what a revision has less and more than the text before, in words. */
function Difference({ before, after }: { before: DraftContent; after: DraftContent }) {
  return (
    <pre className={styles.difference}>
      {diffWordsWithSpace(toText(before), toText(after)).map(({ added, removed, value }, index) =>
        added ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one comparison never move
          <ins key={index}>{value}</ins>
        ) : removed ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <del key={index}>{value}</del>
        ) : (
          value
        ),
      )}
    </pre>
  );
}

function RevisionRow({
  revision,
  before,
  opened,
}: {
  revision: RevisionSummary;
  before?: RevisionSummary;
  opened: OpenedEntry;
}) {
  const { timeZone } = use(SettingsContext);
  const [isOpen, setOpen] = useState(false);
  const { number, createdAt, publishedBy, isLive, isNext } = revision;
  const state = [isLive ? 'live' : '', isNext ? 'scheduled' : ''].filter(Boolean).join(', ');
  return (
    <li className={styles.revision}>
      <div className={styles.line}>
        <p>
          <strong>Revision {number}</strong> {formatTime(createdAt, timeZone)} {publishedBy ?? 'by an import'}
          {state && ` (${state})`}
        </p>
        <div className={styles.actions}>
          <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {before ? `Compare with revision ${before.number}` : 'Show'}
          </Button>
          {opened.canWrite && (
            <Form method="post">
              <input type="hidden" name="version" value={opened.version} />
              <input type="hidden" name="number" value={number} />
              <Button type="submit">Make this the draft</Button>
            </Form>
          )}
        </div>
      </div>
      {isOpen && <Difference before={before?.content ?? revision.content} after={revision.content} />}
    </li>
  );
}

function View({ data: { opened, revisions } }: { data: Data }) {
  const refusal = useActionData<{ refusal?: Refusal }>()?.refusal;
  const live = revisions.find(({ isLive }) => isLive);
  return (
    <Page
      title={`History of ${opened.entry.title || 'an untitled entry'}`}
      actions={
        <Link to={`/studio/content/${opened.entry.id}`} discover="none" className={buttonLink.quiet}>
          Back to the text
        </Link>
      }
    >
      <RefusalNotice refusal={refusal} />
      {live && opened.entry.isChanged && (
        <Section title="The draft, compared with what visitors see">
          <Difference before={live.content} after={opened.content} />
        </Section>
      )}
      {revisions.length === 0 && <p>This entry has never been published, so it has no revisions yet.</p>}
      <ol className={styles.list}>
        {revisions.map((revision, index) => (
          <RevisionRow key={revision.number} revision={revision} before={revisions[index + 1]} opened={opened} />
        ))}
      </ol>
    </Page>
  );
}

export const screen: Screen<Data> = {
  title: ({ opened: { entry } }) => `History of ${entry.title}`,
  loader: async ({ client, params }) => {
    const id = Number(params.id);
    const [opened, { items }] = await Promise.all([
      client.call('openEntry', { id }),
      client.call('entryHistory', { id }),
    ]);
    return { opened, revisions: items };
  },
  action: async ({ client, params, form: { version = '', number } }) => {
    const id = Number(params.id);
    await client.call('restoreRevision', { id, version, number: Number(number) });
    return { to: `/studio/content/${id}` };
  },
  View,
};
