import { Form, useNavigation } from 'react-router';
import actions from '../../parts/action.module.css';
import { type ConsultationParameters, getConsultationAddress } from '../../parts/consultation-address.ts';

interface ChangeFormProps {
  parameters: ConsultationParameters;
  intent: 'confirm' | 'confirm-at' | 'move' | 'cancel';
  /** The time to which the appointment moves. */
  newTime?: { slot: string; timeZone: string };
  children: string;
}

/**
 * Renders a button that changes an appointment. It sends a POST, because mail scanners and prefetching browsers request
 * addresses by GET.
 */
export function ChangeForm({ parameters, intent, newTime, children }: ChangeFormProps) {
  const { state, formData } = useNavigation();
  const isSending = state === 'submitting' && formData?.get('intent') === intent;
  return (
    <Form method="post" action={getConsultationAddress({ ...parameters, done: null })}>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="manage" value={parameters.manage ?? ''} />
      {newTime && <input type="hidden" name="slot" value={newTime.slot} />}
      {newTime && <input type="hidden" name="timeZone" value={newTime.timeZone} />}
      <button type="submit" className={actions.primary} aria-disabled={isSending}>
        {isSending ? 'Sending…' : children}
      </button>
    </Form>
  );
}
