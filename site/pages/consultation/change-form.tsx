import { Form, useNavigation } from 'react-router';
import actions from '../../parts/action.module.css';
import { addressOf, type Place } from '../../parts/consultation-address.ts';

interface ChangeFormProps {
  place: Place;
  intent: 'confirm' | 'confirm-at' | 'move' | 'cancel';
  /** The time that it moves to. */
  at?: { slot: string; timeZone: string };
  children: string;
}

/** A button that changes an appointment, by POST: neither a mail scanner nor a prefetch presses it. */
export function ChangeForm({ place, intent, at, children }: ChangeFormProps) {
  const { state, formData } = useNavigation();
  const isSending = state === 'submitting' && formData?.get('intent') === intent;
  return (
    <Form method="post" action={addressOf({ ...place, done: null })}>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="manage" value={place.manage ?? ''} />
      {at && <input type="hidden" name="slot" value={at.slot} />}
      {at && <input type="hidden" name="timeZone" value={at.timeZone} />}
      <button type="submit" className={actions.primary} aria-disabled={isSending}>
        {isSending ? 'Sending…' : children}
      </button>
    </Form>
  );
}
