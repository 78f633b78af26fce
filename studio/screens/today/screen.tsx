import { use } from 'react';
import { Link } from 'react-router';
import { hasPermission } from '../../../contract/studio/permissions.ts';
import type { Today } from '../../../contract/studio/today-operations.ts';
import { StudioSettingsContext } from '../../context.ts';
import { ButtonLink } from '../../parts/button.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import form from '../../parts/form.module.css';
import { Moment } from '../../parts/moment.tsx';
import { Notice } from '../../parts/notice.tsx';
import { ScreenLayout } from '../../parts/page.tsx';
import { useNow } from '../../parts/relative-time.tsx';
import { useUser } from '../../parts/shell.tsx';
import { formatDay } from '../../parts/time.ts';
import { UnsavedEditList } from '../../saving/unsaved-edit-list.tsx';
import type { Screen } from '../../screen.ts';
import { BrokenLinkPanel, DraftPanel, FirstStepPanel, ReviewPanel, UpcomingPanel } from './content-panels.tsx';
import { ConsultationPanel, MailPanel, MessagePanel } from './message-panels.tsx';
import { MissedSearchPanel, ViewPanel } from './number-panels.tsx';
import styles from './screen.module.css';

/** Returns whether nothing waits for the user. */
function isDone({ messages, consultations, submitted, returned, myDrafts, upcoming, ...rest }: Today): boolean {
  const lists = [
    submitted,
    returned,
    myDrafts,
    upcoming,
    consultations ?? [],
    rest.failedWebhooks,
    rest.brokenLinks.items,
  ];
  const { open = 0, quarantined = 0, mails } = messages ?? {};
  return lists.every(({ length }) => length === 0) && open + quarantined + (mails?.dead ?? 0) === 0;
}

function View({ data }: { data: Today }) {
  const { role } = useUser();
  const { messages, consultations, backups, firstSteps } = data;
  const { timeZone } = use(StudioSettingsContext);
  const today = formatDay(new Date(useNow()).toISOString(), timeZone);
  const isToday = consultations?.[0] !== undefined && formatDay(consultations[0].start, timeZone) === today;
  const consultationPanel = consultations && <ConsultationPanel consultations={consultations} />;
  return (
    <ScreenLayout
      title="Today"
      actions={
        hasPermission(role, 'write-drafts') && (
          <ButtonLink to="/studio/content/new/BLOG" look="primary" label="Write an article" />
        )
      }
    >
      {backups.failingSince && (
        <Notice kind="alert">
          <p>
            Backups have failed since <Moment at={backups.failingSince} />. Please tell the person who runs the server;
            the command npx site doctor says why.
          </p>
        </Notice>
      )}
      {data.failedWebhooks.map(({ id, url }) => (
        <Notice key={id} kind="alert">
          <p>
            The webhook{' '}
            <Link to={`/studio/webhooks/${id}`} className={form.path}>
              {url}
            </Link>{' '}
            was disabled, because its receiver failed. What happens here is not told to it any more.
          </p>
        </Notice>
      ))}
      <UnsavedEditList />
      {isDone(data) && (
        <EmptyState
          drawing="done"
          title="Nothing waits for you"
          action={
            <>
              <ButtonLink to="/studio/content" label="All content" />
              <ButtonLink to="/studio/calendar" label="Calendar" />
            </>
          }
        >
          <p>Messages, drafts and reviews that need you appear here.</p>
        </EmptyState>
      )}
      {firstSteps && <FirstStepPanel steps={firstSteps} />}
      <div className={styles.columns}>
        <div className={styles.column}>
          {isToday && consultationPanel}
          {messages && <MessagePanel work={messages} />}
          {messages && <MailPanel mails={messages.mails} />}
          <ReviewPanel title="Waiting for review" reviews={data.submitted} />
          <ReviewPanel title="Sent back to the author" reviews={data.returned} />
          <DraftPanel today={data} />
          <BrokenLinkPanel links={data.brokenLinks} />
        </div>
        <div className={styles.column}>
          {!isToday && consultationPanel}
          <UpcomingPanel changes={data.upcoming} />
          <ViewPanel views={data.views} />
          <MissedSearchPanel searches={data.missedSearches} />
        </div>
      </div>
    </ScreenLayout>
  );
}

/** The start of the Studio: what needs a person now, each a link to the act, and how the site does. */
export const screen: Screen<Today> = {
  title: () => 'Today',
  loader: ({ client }) => client.call('today', {}),
  View,
};
