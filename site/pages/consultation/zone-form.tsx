import { Form } from 'react-router';
import actions from '../../parts/action.module.css';
import { keepPlace } from '../../parts/keep-place.ts';
import type { ConsultationData } from './load.ts';
import styles from './zone-form.module.css';

/** In which zone times are shown, and a way to change it that is an address and needs no script. */
export function ZoneForm({ data: { place, timeZone, zones } }: { data: ConsultationData }) {
  return (
    <Form method="get" action="/book-a-free-consultation" className={styles.form} state={keepPlace} preventScrollReset>
      {(['from', 'hold', 'manage'] as const).map(
        (name) => place[name] && <input key={name} type="hidden" name={name} value={place[name]} />,
      )}
      <label htmlFor="zone" className={styles.label}>
        Times are shown in
      </label>
      <select id="zone" name="zone" key={timeZone} defaultValue={timeZone} className={styles.select}>
        {zones.map((zone) => (
          <option key={zone}>{zone}</option>
        ))}
      </select>
      <button type="submit" className={actions.quiet}>
        Change zone
      </button>
    </Form>
  );
}
