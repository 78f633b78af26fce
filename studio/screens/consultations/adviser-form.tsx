import type { ReactNode } from 'react';
import { adviserColours } from '../../../contract/studio/consultation-limits.ts';
import type { AdvisersAndRules } from '../../../contract/studio/consultation-operations.ts';
import type { AdviserDetails } from '../../../contract/studio/consultation-shapes.ts';
import { Submit } from '../../parts/button.tsx';
import { AddressNotice } from '../../parts/copy-actions.tsx';
import fieldRow from '../../parts/field-row.module.css';
import formStyles from '../../parts/form.module.css';
import group from '../../parts/group.module.css';
import { Panel } from '../../parts/panel.tsx';
import { PostForm } from '../../parts/post-form.tsx';
import { SelectField, TextField } from '../../parts/text-field.tsx';
import { formatTime } from '../../parts/time.ts';
import type { ActionRefusal } from '../../screen.ts';
import styles from './consultation.module.css';
import { DaysOffPanel } from './days-off-panel.tsx';
import { formatHours } from './hours-text.ts';
import itemStyles from './item.module.css';
import rules from './rules.module.css';
import { HoursField, WeekFields } from './time-fields.tsx';

interface AdviserFormProps {
  /** Null for a new adviser. */
  adviser: AdviserDetails | null;
  company: AdvisersAndRules['company'];
  users: AdvisersAndRules['users'];
  refusal: ActionRefusal | undefined;
  /** What is said of an address that was just made. */
  feedMade?: string | undefined;
}

const colourNames = ['As the accent', 'Orange', 'Violet', 'Teal', 'Pink', 'Olive', 'Blue', 'Brown'];

/** Renders fields that belong together under their name. */
function Group({ name, children }: { name: string; children: ReactNode }) {
  return (
    <fieldset className={group.group}>
      <legend className={group.legend}>{name}</legend>
      {children}
    </fieldset>
  );
}

function DetailFields({ adviser, company, users, refusal }: AdviserFormProps) {
  const values: Record<string, string> = refusal?.values.intent === 'adviser' ? refusal.values : {};
  const findError = (name: string) => refusal?.fields.find(({ path }) => path === name)?.message;
  const text = (name: string, stored: string | number | null | undefined) => ({
    name,
    defaultValue: values[name] ?? String(stored ?? ''),
    error: findError(name),
  });
  return (
    <>
      <Group name="Person">
        <div className={fieldRow.row}>
          <TextField label="Name" required maxLength={80} {...text('name', adviser?.name)} />
          <TextField
            label="E-mail address"
            type="email"
            hint="For the mails about bookings"
            {...text('email', adviser?.email)}
          />
          <SelectField
            label="User of the Studio"
            {...text('userId', adviser?.userId)}
            options={[
              { value: '', label: 'None' },
              ...users.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
          />
        </div>
      </Group>
      <Group name="Calls">
        <div className={fieldRow.row}>
          <TextField label="Link of video calls" type="url" {...text('videoLink', adviser?.videoLink)} />
          <TextField label="Place of meetings" maxLength={200} {...text('place', adviser?.place)} />
        </div>
        <div className={fieldRow.row}>
          {(['Before', 'After'] as const).map((side) => (
            <TextField
              key={side}
              label={`Free minutes ${side.toLowerCase()}`}
              type="number"
              min={0}
              max={240}
              required
              {...text(`buffer${side}`, adviser?.[`buffer${side}`] ?? 0)}
            />
          ))}
        </div>
      </Group>
      <Group name="Colour in the calendar">
        <div className={rules.colours}>
          {colourNames.slice(0, adviserColours).map((name, index) => (
            <label key={name} className={rules.colour}>
              <input
                type="radio"
                name="colour"
                value={index}
                defaultChecked={String(index) === (values.colour ?? String(adviser?.colour ?? 0))}
              />
              <span className={itemStyles.tone} data-colour={index} />
              {name}
            </label>
          ))}
        </div>
      </Group>
      <Group name="Hours">
        <div className={fieldRow.row}>
          <SelectField
            label="Working hours"
            name="hours"
            defaultValue={values.hours ?? (adviser?.hours ? 'own' : 'company')}
            options={[
              { value: 'company', label: 'The company’s hours' },
              { value: 'own', label: 'Own hours, as below' },
            ]}
          />
          <TextField
            label="Time zone of own hours"
            hint={`Leave it empty for ${company.timeZone}`}
            {...text('timeZone', adviser?.timeZone)}
          />
          <TextField
            label="No consultations from"
            type="date"
            hint="Leave it empty while they stay"
            {...text('goneOn', adviser?.goneOn)}
          />
        </div>
      </Group>
      <WeekFields hours={adviser?.hours ?? company.hours} values={values} findError={findError} />
    </>
  );
}

function ExceptionPanel({
  adviser,
  findError,
}: {
  adviser: AdviserDetails;
  findError: (name: string) => string | undefined;
}) {
  return (
    <Panel title="Other hours on a date" count={adviser.exceptions.length}>
      <ul>
        {adviser.exceptions.map(({ day, hours }) => (
          <li key={day} className={styles.mail}>
            <PostForm className={formStyles.row} sends={{ adviser: adviser.id, day }}>
              <span>{day}</span>
              <span>{formatHours(hours)}</span>
              <Submit look="bare" intent="exception" aria-label={`Remove the hours on ${day}`} label="Remove" />
            </PostForm>
          </li>
        ))}
      </ul>
      <PostForm className={styles.body} sends={{ adviser: adviser.id }}>
        <div className={fieldRow.row}>
          <TextField label="Date" name="day" type="date" required error={findError('day')} />
        </div>
        <HoursField name="Hours" hours={[{ opens: '', closes: '' }]} error={findError('Hours')} required />
        <div className={formStyles.row}>
          <Submit intent="exception" label="Set" />
        </div>
      </PostForm>
    </Panel>
  );
}

function FeedPanel({
  adviser,
  timeZone,
  made,
}: {
  adviser: AdviserDetails;
  timeZone: string;
  made: string | undefined;
}) {
  return (
    <Panel title="Calendar feed">
      <PostForm className={styles.body} sends={{ adviser: adviser.id }}>
        <p>
          {adviser.feedMadeAt
            ? `Calendar programs read it by the secret address of ${formatTime(adviser.feedMadeAt, timeZone)}. A new address ends the earlier one.`
            : 'A secret address by which a calendar program shows these consultations. It is shown once. Whoever has it reads the names of visitors.'}
        </p>
        <div className={formStyles.row}>
          <Submit intent="renew-feed" label={adviser.feedMadeAt ? 'Renew the address' : 'Make an address'} />
          {adviser.feedMadeAt && <Submit look="danger" intent="remove-feed" label="End the feed" />}
        </div>
        <AddressNotice text={made} label="Secret address of the calendar feed" />
      </PostForm>
    </Panel>
  );
}

/** Renders everything about one adviser, or the form that adds one. */
export function AdviserForm(props: AdviserFormProps) {
  const { adviser, company, refusal } = props;
  const findError = (name: string) => refusal?.fields.find(({ path }) => path === name)?.message;
  return (
    <>
      <Panel title={adviser ? 'Details and hours' : 'A new adviser'}>
        <PostForm key={adviser?.version} className={styles.body}>
          {adviser && <input type="hidden" name="id" value={adviser.id} />}
          {adviser && <input type="hidden" name="version" value={adviser.version} />}
          <DetailFields {...props} />
          <div className={formStyles.row}>
            <Submit look="primary" intent="adviser" label="Save" />
          </div>
        </PostForm>
      </Panel>
      {adviser && (
        <>
          <ExceptionPanel adviser={adviser} findError={findError} />
          <DaysOffPanel who={String(adviser.id)} title="Days off" days={adviser.daysOff} findError={findError} />
          <FeedPanel adviser={adviser} timeZone={company.timeZone} made={props.feedMade} />
        </>
      )}
    </>
  );
}
