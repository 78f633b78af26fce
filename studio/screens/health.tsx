import { ShieldCheck } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useRevalidator } from 'react-router';
import { formatCount } from '../../contract/content/number-text.ts';
import type { StudioOutput } from '../../contract/studio/client.ts';
import type { BackupVerification, HealthCheck } from '../../contract/studio/health-operations.ts';
import { ButtonLink, Submit } from '../parts/button.tsx';
import form from '../parts/form.module.css';
import { RefusalNotice } from '../parts/notice.tsx';
import { ScreenLayout } from '../parts/page.tsx';
import { Panel } from '../parts/panel.tsx';
import { PostForm } from '../parts/post-form.tsx';
import { RelativeTime } from '../parts/relative-time.tsx';
import { StateDot, type Tone } from '../parts/state-dot.tsx';
import table from '../parts/table.module.css';
import { Table } from '../parts/table.tsx';
import { type Screen, useAnswer } from '../screen.ts';

type Data = StudioOutput<'health'>;

/** What a check is about, and what to do unless it is in order; `to` is the screen where to do it. */
interface CheckWords {
  title: string;
  advice: string;
  to?: string;
}

const askOperator = 'Give this line to whoever runs the server.';

const words: Readonly<Record<string, CheckWords>> = {
  backup: {
    title: 'Backup',
    advice:
      'Without a backup, a broken disk loses everything. Ask the operator to check BACKUP_TO and the place that it names.',
  },
  archive: {
    title: 'Continuous archive',
    advice:
      'What was stored since the last backup is not safe yet. Ask the operator to look at the place of the archive.',
  },
  disk: {
    title: 'Disk',
    advice: 'Ask the operator to free space. Until then, files of visitors may be refused; their messages are stored.',
  },
  mail: {
    title: 'Mail server',
    advice: 'Mails wait until there is a mail server that accepts them. Ask the operator to check SMTP_URL.',
  },
  outbox: { title: 'Outbox', advice: 'Open the outbox: it says why, and sends mails again.', to: '/studio/outbox' },
  replies: {
    title: 'Answers of visitors',
    advice: 'Answers stay in the mailbox until it can be read. Ask the operator to check REPLY_MAILBOX.',
  },
  certificate: {
    title: 'Certificate',
    advice: 'Browsers warn visitors of a site without a valid certificate. Ask the operator for one.',
  },
  address: {
    title: 'Public address',
    advice: 'Visitors may not reach the site. Ask the operator to look at the proxy.',
  },
  headers: { title: 'Security headers', advice: 'Ask the operator to let the proxy pass them on.' },
  jobs: {
    title: 'Hourly jobs',
    advice: 'Old data is not removed, and no backup is made. Ask the operator to start the server again.',
  },
  version: { title: 'Version', advice: askOperator },
  database: {
    title: 'Database',
    advice: 'Nothing can be stored. Ask the operator to free its disk, or to end its read-only mode.',
  },
  schema: {
    title: 'Schema of the database',
    advice: 'Ask the operator to start the server again, which brings it up to date.',
  },
  clock: { title: 'Clock', advice: 'Codes of authenticator apps may fail. Ask the operator to set the clock by NTP.' },
  files: {
    title: 'Store of files',
    advice: 'Files of visitors are refused. Ask the operator to look at the store of files.',
  },
};

const states = {
  problem: ['alert', 'Problem'],
  warning: ['open', 'Look at it'],
  ok: ['live', 'In order'],
} as const satisfies Record<HealthCheck['state'], readonly [Tone, string]>;

/** Renders a finding, with its times as people read them. */
function Text({ text }: { text: string }) {
  return text.split(/(\d{4}-\d\d-\d\dT[\d:.]+Z)/).map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change their places
    index % 2 === 1 ? <RelativeTime key={index} at={part} /> : part,
  );
}

function Row({ check: { name, state, text } }: { check: HealthCheck }) {
  const { title, advice, to } = words[name] ?? { title: name, advice: askOperator };
  const [tone, word] = states[state];
  return (
    <tr>
      <th scope="row">{title}</th>
      <td>
        <StateDot tone={tone}>{word}</StateDot>
      </td>
      <td className={table.wide}>
        <Text text={text.charAt(0).toUpperCase() + text.slice(1)} />
        {state !== 'ok' && <p className={form.soft}>{to ? <Link to={to}>{advice}</Link> : advice}</p>}
      </td>
    </tr>
  );
}

function Verification({ verification, canVerify }: { verification: BackupVerification | null; canVerify: boolean }) {
  const isRunning = verification?.state === 'RUNNING';
  return (
    <Panel
      title="Verify the newest backup"
      isPadded
      action={
        canVerify &&
        !isRunning && (
          <PostForm>
            <Submit id="verify" look="primary" icon={ShieldCheck} label="Verify now" />
          </PostForm>
        )
      }
    >
      <p className={form.soft}>
        {canVerify
          ? 'A verification loads the backup into a temporary database beside the site and compares every row and file.'
          : 'The site makes no backups, because the operator has not set BACKUP_TO.'}
      </p>
      <div role="status">
        {verification && (
          <p>
            <StateDot tone={{ RUNNING: 'next', DONE: 'live', FAILED: 'alert' }[verification.state] as Tone}>
              {{ RUNNING: 'Verifying', DONE: 'Everything is equal', FAILED: 'Failed' }[verification.state]}
            </StateDot>
            {isRunning ? (
              `: ${verification.text}`
            ) : (
              <>
                , verified <RelativeTime at={verification.endedAt ?? verification.startedAt} />
              </>
            )}
          </p>
        )}
      </div>
      {verification && !isRunning && (
        <p>
          The backup was made{' '}
          <Text
            text={verification.state === 'DONE' ? verification.text : `${verification.backup}: ${verification.text}`}
          />
        </p>
      )}
    </Panel>
  );
}

/** Milliseconds between two looks while something is in progress. */
const pause = 2_000;

function View({ data }: { data: Data }) {
  const { checks, isChecking, canVerify, verification } = data;
  const refusal = useAnswer()?.refusal;
  const { revalidate, state } = useRevalidator();
  const isBusy = isChecking || verification?.state === 'RUNNING';
  useEffect(() => {
    if (!isBusy || state !== 'idle') return;
    const timer = setTimeout(() => void revalidate(), pause);
    return () => clearTimeout(timer);
  }, [isBusy, state, revalidate]);
  const order = Object.keys(states);
  const sorted = checks.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  const wrong = checks.filter((check) => check.state !== 'ok').length;
  return (
    <ScreenLayout
      title="Health"
      state={
        <StateDot tone={checks.some(({ state: each }) => each === 'problem') ? 'alert' : wrong > 0 ? 'open' : 'live'}>
          {wrong > 0 ? formatCount(wrong, 'thing to look at', 'things to look at') : 'Everything is in order'}
        </StateDot>
      }
      actions={<ButtonLink to="/studio/health" label="Look again" />}
    >
      <RefusalNotice refusal={refusal} />
      <Table caption="Checks of the server, problems first" columns={['What', 'State', 'Found']}>
        {sorted.map((check) => (
          <Row key={`${check.name} ${check.text}`} check={check} />
        ))}
      </Table>
      {isChecking && (
        <p role="status" className={form.soft}>
          The mail server, the files and the public address are being checked.
        </p>
      )}
      <Verification verification={verification} canVerify={canVerify} />
    </ScreenLayout>
  );
}

/** Shows how the server, its mails and its backups are, and what to do. Works without JavaScript. */
export const screen: Screen<Data> = {
  title: () => 'Health',
  loader: ({ client }) => client.call('health', {}),
  action: async ({ client }) => {
    await client.call('verifyBackup', {});
    return { to: '/studio/health' };
  },
  View,
};
