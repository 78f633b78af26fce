import type { DeliveryState, Webhook } from '../../../contract/studio/webhook-operations.ts';
import { StateDot, type Tone } from '../../parts/state-dot.tsx';

const disabledWords: Record<NonNullable<Webhook['disabledFor']>, string> = {
  USER: 'Disabled',
  FAILING: 'Disabled after days of failures',
  GONE: 'Disabled: its receiver is gone',
};

/** Shows how a webhook does. */
export function WebhookState({ webhook: { disabledFor, failingSince } }: { webhook: Webhook }) {
  if (disabledFor)
    return <StateDot tone={disabledFor === 'USER' ? 'soft' : 'alert'}>{disabledWords[disabledFor]}</StateDot>;
  return failingSince ? <StateDot tone="alert">Fails</StateDot> : <StateDot tone="live">Works</StateDot>;
}

export const deliveryStateWords: Record<DeliveryState, { tone: Tone; label: string }> = {
  WAITING: { tone: 'next', label: 'Waiting' },
  DELIVERED: { tone: 'live', label: 'Delivered' },
  GIVEN_UP: { tone: 'alert', label: 'Given up' },
};
