import { Form } from 'react-router';
import actions from '../../parts/action.module.css';
import { inPlaceState } from '../../parts/in-place-navigation.ts';
import selectStyles from '../../parts/select.module.css';
import type { ConsultationData } from './load.ts';
import styles from './zone-form.module.css';

/** Shows the time zone of the times and changes it, by a query parameter and without JavaScript. */
export function ZoneForm({ data: { parameters, timeZone, zones } }: { data: ConsultationData }) {
  return (
    <Form
      method="get"
      action="/book-a-free-consultation"
      className={styles.form}
      state={inPlaceState}
      preventScrollReset
    >
      {(['from', 'hold', 'manage'] as const).map(
        (name) => parameters[name] && <input key={name} type="hidden" name={name} value={parameters[name]} />,
      )}
      <label htmlFor="zone" className={styles.label}>
        Times are shown in
      </label>
      <select
        id="zone"
        name="zone"
        key={timeZone}
        defaultValue={timeZone}
        className={`${selectStyles.select} ${styles.select}`}
      >
        {zones.map((zone) => (
          <option key={zone}>{zone}</option>
        ))}
      </select>
      <button type="submit" className={actions.quiet}>
        Change time zone
      </button>
    </Form>
  );
}
