import { Plus } from 'lucide-react';
import { Link } from 'react-router';
import { formatCount, formatMinutes } from '../../../contract/content/number-text.ts';
import type { AdvisersAndRules } from '../../../contract/studio/consultation-operations.ts';
import type { AdviserDetails } from '../../../contract/studio/consultation-shapes.ts';
import { ButtonLink, Submit } from '../../parts/button.tsx';
import fieldRow from '../../parts/field-row.module.css';
import formStyles from '../../parts/form.module.css';
import { Initials } from '../../parts/initials.tsx';
import { Notice, RefusalNotice } from '../../parts/notice.tsx';
import { ScreenLayout } from '../../parts/page.tsx';
import { Panel } from '../../parts/panel.tsx';
import { PostForm } from '../../parts/post-form.tsx';
import { Row, RowList } from '../../parts/row-list.tsx';
import { StateDot } from '../../parts/state-dot.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { type ActionRefusal, type Screen, useAnswer } from '../../screen.ts';
import { AdviserForm } from './adviser-form.tsx';
import { changeRules } from './change-rules.ts';
import styles from './consultation.module.css';
import { DaysOffPanel } from './days-off-panel.tsx';
import { summarizeWeek } from './hours-text.ts';
import { nameAdviser } from './item.tsx';
import { WeekFields } from './time-fields.tsx';

interface Data extends AdvisersAndRules {
  /** The adviser that is open; null for a new one, undefined for the list. */
  open: AdviserDetails | null | undefined;
  today: string;
}

const rulesPath = '/studio/consultations/rules';

function AdviserRow({ adviser, company, today }: { adviser: AdviserDetails } & Pick<Data, 'company' | 'today'>) {
  const { id, hours, timeZone, upcoming, goneOn, feedMadeAt } = adviser;
  const isGone = goneOn !== null && goneOn <= today;
  const zone = hours && timeZone && timeZone !== company.timeZone ? `, ${timeZone}` : '';
  return (
    <Row
      to={`${rulesPath}?adviser=${id}`}
      lead={<Initials name={nameAdviser(adviser)} />}
      title={nameAdviser(adviser)}
      note={hours ? `${summarizeWeek(hours)}${zone}` : 'The company’s hours'}
      end={
        isGone ? (
          <StateDot tone="soft">Gone</StateDot>
        ) : (
          `${upcoming} ahead${feedMadeAt ? ', feed' : ''}${goneOn ? `, until ${goneOn}` : ''}`
        )
      }
    />
  );
}

function CompanyPanel({ company, refusal }: { company: Data['company']; refusal: ActionRefusal | undefined }) {
  const values = refusal?.values.intent === 'company' ? refusal.values : {};
  const findError = (name: string) =>
    refusal?.values.intent === 'company' ? refusal.fields.find(({ path }) => path === name)?.message : undefined;
  return (
    <Panel title="The company’s hours">
      <PostForm className={styles.body}>
        <p className={formStyles.soft}>
          In {company.timeZone}. A consultation has {formatMinutes(company.lengthMinutes)}. Visitors book{' '}
          {formatMinutes(company.noticeMinutes)} to {formatCount(company.horizonDays, 'day')} ahead. These and the
          channels are set in <Link to="/studio/forms">Forms</Link>.
        </p>
        <WeekFields hours={company.hours} values={values} findError={findError} />
        <div className={fieldRow.row}>
          <TextField
            label="Minutes from start to start"
            name="stepMinutes"
            type="number"
            min={5}
            max={480}
            required
            defaultValue={values.stepMinutes ?? company.stepMinutes}
            error={findError('stepMinutes')}
          />
          <TextField
            label="Minutes of a hold"
            name="holdMinutes"
            type="number"
            min={1}
            max={60}
            required
            hint="While a form is filled in"
            defaultValue={values.holdMinutes ?? company.holdMinutes}
            error={findError('holdMinutes')}
          />
        </div>
        <div className={formStyles.row}>
          <Submit intent="company" label="Save the hours" />
        </div>
      </PostForm>
    </Panel>
  );
}

function View({ data }: { data: Data }) {
  const answer = useAnswer();
  const feedMade = answer?.done?.includes('https:') || answer?.done?.includes('http:') ? answer.done : undefined;
  const { company, advisers, users, open, today } = data;
  const refusal = answer?.refusal;
  const isList = open === undefined;
  return (
    <ScreenLayout
      title={isList ? 'Advisers and hours' : open ? nameAdviser(open) : 'A new adviser'}
      parent={
        isList
          ? { to: '/studio/consultations', label: 'Consultations' }
          : { to: rulesPath, label: 'Advisers and hours' }
      }
      width="text"
      actions={
        isList && <ButtonLink to={`${rulesPath}?adviser=new`} look="primary" icon={Plus} label="Add an adviser" />
      }
    >
      <RefusalNotice refusal={refusal} />
      <Notice>
        {answer?.done && !feedMade && (
          <p>
            {answer.done} {answer.see && <Link to={answer.see}>Show them</Link>}
          </p>
        )}
      </Notice>
      {isList ? (
        <>
          <Panel title="Advisers" count={advisers.filter(({ goneOn }) => goneOn === null || goneOn > today).length}>
            <RowList label="Advisers">
              {advisers.map((adviser) => (
                <AdviserRow key={adviser.id} {...{ adviser, company, today }} />
              ))}
            </RowList>
          </Panel>
          <CompanyPanel company={company} refusal={refusal} />
          <DaysOffPanel
            who="company"
            title="Days off of everybody"
            days={company.daysOff}
            findError={(name) => refusal?.fields.find(({ path }) => path === name)?.message}
          />
        </>
      ) : (
        <AdviserForm adviser={open} {...{ company, users, refusal, feedMade }} />
      )}
    </ScreenLayout>
  );
}

/** Shows and changes the advisers, the hours, exceptions and days off, and the calendar feeds. */
export const screen: Screen<Data> = {
  title: ({ open }) => (open ? nameAdviser(open) : 'Advisers and hours'),
  reloadsAfterRefusal: true,
  loader: async ({ client, url }) => {
    const found = await client.call('advisers', {});
    const asked = url.searchParams.get('adviser');
    const open = asked === 'new' ? null : found.advisers.find(({ id }) => String(id) === asked);
    return { ...found, open, today: new Date().toISOString().slice(0, 10) };
  },
  action: changeRules,
  View,
};
