import { formatCount } from '../../../contract/content/number-text.ts';
import { type FirstStep, firstSteps } from '../../../contract/studio/first-steps.ts';
import type { ReviewedEntry } from '../../../contract/studio/review-operations.ts';
import type { Today, UpcomingChange } from '../../../contract/studio/today-operations.ts';
import { useTypeNames } from '../../context.ts';
import { ButtonLink } from '../../parts/button.tsx';
import { StateLabel } from '../../parts/entry-table.tsx';
import { Panel } from '../../parts/panel.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { getFieldAddress, Row, RowList } from '../../parts/row-list.tsx';
import { StateDot, type Tone } from '../../parts/state-dot.tsx';

/** Lists drafts in review, each with what was said about it. */
export function ReviewPanel({ title, reviews }: { title: string; reviews: ReviewedEntry[] }) {
  return (
    <Panel title={title} count={reviews.length} isShown={reviews.length > 0}>
      <RowList label={title}>
        {reviews.map(({ id, title: name, state, submittedAt, submittedBy, isChanged, message, note }) => (
          <Row
            key={id}
            to={`/studio/content/${id}`}
            title={name || 'Untitled'}
            note={
              <>
                <bdi>{submittedBy}</bdi>
                {isChanged && ', saved again since'}
                {(state === 'RETURNED' ? note : message) && (
                  <>
                    : <bdi>{state === 'RETURNED' ? note : message}</bdi>
                  </>
                )}
              </>
            }
            end={<RelativeTime at={submittedAt} />}
          />
        ))}
      </RowList>
    </Panel>
  );
}

/** Lists the drafts of the user, and leads to those of everybody. */
export function DraftPanel({ today: { myDrafts, drafts, changed } }: { today: Today }) {
  const typeNames = useTypeNames();
  return (
    <Panel
      title="Drafts"
      isShown={myDrafts.length + drafts + changed > 0}
      action={<ButtonLink to="/studio/content" look="bare" label="Content" />}
    >
      <RowList label="Drafts">
        {myDrafts.map((entry) => (
          <Row
            key={entry.id}
            to={`/studio/content/${entry.id}`}
            lead={<StateLabel entry={entry} />}
            title={entry.title || 'Untitled'}
            note={typeNames(entry.type)}
            end={entry.savedAt && <RelativeTime at={entry.savedAt} />}
          />
        ))}
        {changed > 0 && (
          <Row
            to="/studio/content?state=CHANGED"
            lead={<StateDot tone="open">Changed</StateDot>}
            title={formatCount(changed, 'entry has changes to publish', 'entries have changes to publish')}
          />
        )}
        {drafts > 0 && (
          <Row
            to="/studio/content?state=DRAFT"
            lead={<StateDot tone="soft">New</StateDot>}
            title={formatCount(drafts, 'draft was never published', 'drafts were never published')}
          />
        )}
      </RowList>
    </Panel>
  );
}

const changes: Record<UpcomingChange['kind'], { word: string; tone: Tone }> = {
  SCHEDULED: { word: 'Appears', tone: 'next' },
  NEXT_TEXT: { word: 'Changes', tone: 'next' },
  WITHDRAWAL: { word: 'Disappears', tone: 'soft' },
};

/** Lists what visitors see appear, change and disappear in the next seven days. */
export function UpcomingPanel({ changes: upcoming }: { changes: UpcomingChange[] }) {
  return (
    <Panel
      title="Next seven days"
      isShown={upcoming.length > 0}
      action={<ButtonLink to="/studio/calendar" look="bare" label="Calendar" />}
    >
      <RowList label="Changes of the next seven days">
        {upcoming.map(({ id, kind, title, at }) => (
          <Row
            key={`${id} ${kind}`}
            to={`/studio/content/${id}`}
            lead={<StateDot tone={changes[kind].tone}>{changes[kind].word}</StateDot>}
            title={title}
            end={<RelativeTime at={at} />}
          />
        ))}
      </RowList>
    </Panel>
  );
}

/** Lists broken links of what visitors see. Each leads to the field that holds it. */
export function BrokenLinkPanel({ links: { items, total } }: { links: Today['brokenLinks'] }) {
  return (
    <Panel
      title="Broken links"
      count={total}
      isShown={total > 0}
      action={<ButtonLink to="/studio/links" look="bare" label="Links" />}
    >
      <RowList label="Broken links">
        {items.map((link) => (
          <Row
            key={`${link.id} ${link.path} ${link.target}`}
            to={getFieldAddress(link)}
            lead={<StateDot tone="alert">Broken</StateDot>}
            title={link.title}
            note={
              <>
                <bdi>{link.target}</bdi> {link.reason}
              </>
            }
          />
        ))}
      </RowList>
    </Panel>
  );
}

const words: Record<FirstStep, { title: string; note: string; to: string }> = {
  NAME: {
    title: 'Check the company’s name',
    note: 'It stands on every page and in every mail.',
    to: '/studio/company',
  },
  LOGO: { title: 'Choose a logo', note: 'It stands in the header of every page.', to: '/studio/company' },
  PAGES: {
    title: 'Publish a page',
    note: 'Change Home or another page, and publish it.',
    to: '/studio/content?type=PAGE',
  },
  INVITE: { title: 'Invite a colleague', note: 'Somebody writes, publishes or answers with you.', to: '/studio/users' },
};

/** Lists what a new owner has still to do first. */
export function FirstStepPanel({ steps }: { steps: Record<FirstStep, boolean> }) {
  const open = firstSteps.filter((step) => !steps[step]);
  return (
    <Panel title="First steps" action={`${firstSteps.length - open.length} of ${firstSteps.length} done`}>
      <RowList label="First steps">
        {open.map((step) => (
          <Row
            key={step}
            to={words[step].to}
            lead={<StateDot tone="open">To do</StateDot>}
            title={words[step].title}
            note={words[step].note}
          />
        ))}
      </RowList>
    </Panel>
  );
}
