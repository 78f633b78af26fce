import { formatCount } from '../../../contract/content/number-text.ts';
import type { StudioClient } from '../../../contract/studio/client.ts';
import { readChoice, readFields } from '../../read-fields.ts';
import type { ActionResult, ScreenArgs } from '../../screen.ts';
import { readHours, weekdays } from './hours-text.ts';

type Form = Record<string, string>;

async function saveAdviser(client: StudioClient, form: Form): Promise<ActionResult> {
  const fields = readFields(
    form,
    ...([
      'name',
      'email',
      'userId',
      'colour',
      'timeZone',
      'bufferBefore',
      'bufferAfter',
      'videoLink',
      'place',
      'goneOn',
    ] as const),
  );
  const saved = await client.call('saveAdviser', {
    ...(form.id ? { id: Number(form.id), version: Number(form.version) } : {}),
    ...{ name: fields.name, email: fields.email, videoLink: fields.videoLink, place: fields.place },
    userId: fields.userId === '' ? null : Number(fields.userId),
    colour: Number(fields.colour),
    timeZone: fields.timeZone.trim() || null,
    bufferBefore: Number(fields.bufferBefore),
    bufferAfter: Number(fields.bufferAfter),
    goneOn: fields.goneOn || null,
    hours: form.hours === 'own' ? readHours(form, ...weekdays) : null,
  });
  return form.id
    ? { done: 'Saved. Consultations that are booked stay as they are.' }
    : { to: `/studio/consultations/rules?adviser=${saved.id}` };
}

/** Returns whose days off a form changes: an adviser's, or null for the company's. */
const readWho = (form: Form) => (form.who === 'company' ? null : Number(readFields(form, 'who').who));

async function changeDaysOff(client: StudioClient, form: Form, intent: 'off' | 'on'): Promise<ActionResult> {
  const { from, to } = readFields(form, 'from', 'to');
  const days = { adviser: readWho(form), from, to: to || from };
  if (intent === 'on') {
    const removed = await client.call('removeDaysOff', days);
    return { done: `${formatCount(removed.days, 'day')} can be booked again.` };
  }
  const added = await client.call('addDaysOff', { ...days, reason: form.reason ?? '' });
  const rest =
    added.bookings > 0
      ? ` ${formatCount(added.bookings, 'consultation')} on these days stay booked: move or cancel them.`
      : '';
  return {
    done: `${formatCount(added.days, 'day')} off.${rest}`,
    see: added.firstBooking ? `/studio/consultations?day=${added.firstBooking}` : undefined,
  };
}

async function importDaysOff(client: StudioClient, form: Form): Promise<ActionResult> {
  const { days, leftOut } = await client.call('importDaysOff', {
    adviser: readWho(form),
    file: readFields(form, 'file').file,
  });
  const left = leftOut.map(({ count, why }) => `${formatCount(count, 'event')} ${why}`).join('; ');
  return { done: `${formatCount(days, 'day')} off are in the file.${left && ` Left out: ${left}.`}` };
}

export async function changeRules({ client, form }: ScreenArgs & { form: Form }): Promise<ActionResult> {
  const intents = ['adviser', 'company', 'exception', 'off', 'on', 'import', 'renew-feed', 'remove-feed'] as const;
  const intent = readChoice(form, 'intent', intents);
  if (intent === 'adviser') return saveAdviser(client, form);
  if (intent === 'off' || intent === 'on') return changeDaysOff(client, form, intent);
  if (intent === 'import') return importDaysOff(client, form);
  if (intent === 'company') {
    const { stepMinutes, holdMinutes } = readFields(form, 'stepMinutes', 'holdMinutes');
    await client.call('saveConsultationRules', {
      hours: readHours(form, ...weekdays),
      stepMinutes: Number(stepMinutes),
      holdMinutes: Number(holdMinutes),
    });
    return { done: 'Saved. Consultations that are booked stay as they are.' };
  }
  const adviser = Number(readFields(form, 'adviser').adviser);
  if (intent === 'exception') {
    const { day } = readFields(form, 'day');
    const [hours = []] = readHours(form, 'Hours');
    await client.call('setException', { adviser, day, hours });
    return { done: hours.length > 0 ? `Other hours on ${day}.` : `The usual hours apply on ${day}.` };
  }
  if (intent === 'remove-feed') {
    await client.call('removeFeed', { adviser });
    return { done: 'The feed has ended.' };
  }
  const { address } = await client.call('renewFeed', { adviser });
  return { done: `Copy this address into the calendar program now. It is not shown again: ${address}` };
}
