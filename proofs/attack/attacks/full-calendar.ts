import { randomUUID } from 'node:crypto';
import { type Attack, AttackRecorder, attackConcurrently } from '../attack.ts';
import { createJsonPost, createStranger } from '../forms.ts';
import { getAttackerAddress, getNeighbourAddress } from '../networks.ts';

interface Slots {
  days: { slots: { start: string }[] }[];
  next: string | null;
}

/** The number of unconfirmed bookings that one network may have. */
const unconfirmedLimit = 2;

/** Books every free slot from one network, each for a different address. */
export const fullCalendar: Attack = {
  name: 'full-calendar',
  run: async (target, isShort) => {
    const attempts = new AttackRecorder(target);
    const listFreeSlots = async () => {
      const starts: string[] = [];
      for (let from: string | null = ''; from !== null && starts.length < 400; ) {
        const query = from ? `?from=${from}` : '';
        const { body } = await attempts.send({ path: `/api/consultation/slots${query}` }, getAttackerAddress(0));
        const page = JSON.parse(body) as Slots;
        starts.push(...page.days.flatMap(({ slots }) => slots.map(({ start }) => start)));
        from = page.next;
      }
      return starts;
    };
    const free = await listFreeSlots();
    const references: string[] = [];
    await attackConcurrently(free.slice(0, isShort ? 60 : 350).entries(), 8, async ([index, slot]) => {
      const form = { ...createStranger(), slot, timeZone: 'Europe/London', key: randomUUID() };
      const { status, body } = await attempts.send(
        createJsonPost('/api/consultation/book', form),
        getNeighbourAddress(index),
      );
      attempts.expect(status > 0 && status < 500, `A booking answers ${status}.`);
      if (status === 200) references.push((JSON.parse(body) as { reference: string }).reference);
    });
    let booked = 0;
    for (const [index, reference] of references.entries()) {
      const path = `/api/consultation/receipt?${new URLSearchParams({ reference })}`;
      const { body } = await attempts.send({ path }, getAttackerAddress(index));
      if (body.includes('"BOOKED"')) booked += 1;
    }
    const left = (await listFreeSlots()).length;
    attempts.notes.push(
      `${references.length} of ${free.length} slots taken, ${booked} booked without a confirmation, ${left} still free`,
    );
    attempts.expect(booked <= unconfirmedLimit, `${booked} bookings of one network needed no confirmation.`);
    return attempts;
  },
};
