import { formatCount } from '../../../contract/content/number-text.ts';
import { hasPermission } from '../../../contract/studio/permissions.ts';
import { type RetentionTimes, retentionLimits } from '../../../contract/studio/privacy-kinds.ts';
import type { ExpiredRows, Retention } from '../../../contract/studio/privacy-operations.ts';
import { Submit } from '../../parts/button.tsx';
import { FormRefusal } from '../../parts/confirm.tsx';
import fieldRow from '../../parts/field-row.module.css';
import { Notice } from '../../parts/notice.tsx';
import { Panel } from '../../parts/panel.tsx';
import { PostForm } from '../../parts/post-form.tsx';
import { useUser } from '../../parts/shell.tsx';
import table from '../../parts/table.module.css';
import { Table } from '../../parts/table.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { readChoice, readFields } from '../../read-fields.ts';
import { type Screen, useAnswer } from '../../screen.ts';
import { PrivacyLayout } from './privacy-layout.tsx';

interface Plan {
  times: RetentionTimes;
  expired: ExpiredRows;
}

function listKept({ submissionMonths, mailDays }: RetentionTimes): [what: string, howLong: string][] {
  return [
    [
      'Messages with their answers, files, notes and consultations',
      `${formatCount(submissionMonths, 'month')} after the last word of the visitor`,
    ],
    ['Mails that were sent', `${formatCount(mailDays, 'day')}; answers of a person as long as their message`],
    ['Files that no form used', '1 day'],
    ['Networks of visitors, as keyed hashes, to limit abuse', 'at most an hour'],
    ['Views and searches, as counts without names', '13 months'],
    ['Sessions of users of the Studio', '24 hours at most'],
    ['Invitations of users', '30 days after they ended'],
    ['Record of the work with personal data, without addresses', 'for good'],
    ['Backups', 'the last of 7 days, 4 weeks and 12 months'],
  ];
}

/** Says what a change would erase, and asks for it. */
function PlanNotice({ plan: { times, expired } }: { plan: Plan }) {
  const count = expired.submissions + expired.mails + expired.replies;
  const parts = [
    formatCount(expired.submissions, 'message'),
    formatCount(expired.mails, 'sent mail'),
    formatCount(expired.replies, 'mail without a message', 'mails without a message'),
  ];
  return (
    <Notice kind="alert">
      <p>
        Messages would be kept for {formatCount(times.submissionMonths, 'month')}, mails for{' '}
        {formatCount(times.mailDays, 'day')}.{' '}
        {count > 0
          ? `Within an hour this erases ${parts.join(', ')}, with all that belongs to them, for good.`
          : 'Nothing would be erased now.'}
      </p>
      <PostForm sends={{ intent: 'change', submissionMonths: times.submissionMonths, mailDays: times.mailDays, count }}>
        <Submit look={count > 0 ? 'danger' : 'primary'}>{count > 0 ? 'Save, and erase' : 'Save'}</Submit>
      </PostForm>
    </Notice>
  );
}

const byOperator = 'Set by the operator of the server';
const shownTimes = [
  ['submissionMonths', 'Messages, in months'],
  ['mailDays', 'Sent mails, in days'],
] as const;

function View({ data: { times, isFixed } }: { data: Retention }) {
  const answer = useAnswer<Plan>();
  const canChange = hasPermission(useUser().role, 'change-retention');
  const { values = {}, fields = [] } = answer?.refusal ?? {};
  const findError = (name: string) => fields.find(({ path }) => path === name)?.message;
  const planned = answer?.found?.times;
  return (
    <PrivacyLayout width="text">
      <FormRefusal refusal={answer?.refusal} />
      <Notice>{answer?.done}</Notice>
      {answer?.found && <PlanNotice plan={answer.found} />}
      <Panel title="What is kept how long">
        <Table caption="What is kept how long" columns={['What', 'How long']}>
          {listKept(times).map(([what, howLong]) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td className={table.wide}>{howLong}</td>
            </tr>
          ))}
        </Table>
      </Panel>
      <Panel title="Change how long" isPadded isShown={canChange && !(isFixed.submissionMonths && isFixed.mailDays)}>
        <PostForm className={fieldRow.row} sends={{ intent: 'plan' }}>
          {shownTimes.map(([name, label]) => (
            <TextField
              key={name}
              label={label}
              name={name}
              type="number"
              required
              {...retentionLimits[name]}
              readOnly={isFixed[name]}
              hint={isFixed[name] ? byOperator : undefined}
              defaultValue={values[name] ?? planned?.[name] ?? times[name]}
              error={findError(name)}
            />
          ))}
          <div className={fieldRow.action}>
            <Submit label="Show what that erases" />
          </div>
        </PostForm>
      </Panel>
      {!canChange && <p>An owner can change how long messages and mails are kept.</p>}
    </PrivacyLayout>
  );
}

/** Shows how long messages and mails are kept, and lets an owner change it. Works without JavaScript. */
export const screen: Screen<Retention> = {
  title: () => 'How long data is kept',
  loader: ({ client }) => client.call('retention', {}),
  action: async ({ client, form }) => {
    const { submissionMonths, mailDays } = readFields(form, 'submissionMonths', 'mailDays');
    const times = { submissionMonths: Number(submissionMonths), mailDays: Number(mailDays) };
    if (readChoice(form, 'intent', ['plan', 'change']) === 'plan')
      return { found: { times, expired: await client.call('planRetention', times) } };
    await client.call('changeRetention', { ...times, count: Number(readFields(form, 'count').count) });
    return {
      done: `Saved. Messages are kept for ${formatCount(times.submissionMonths, 'month')}, sent mails for ${formatCount(times.mailDays, 'day')}.`,
    };
  },
  View,
};
