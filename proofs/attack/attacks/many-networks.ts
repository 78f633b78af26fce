import { type Attack, AttackRecorder, attackConcurrently } from '../attack.ts';
import { createContactPost } from '../forms.ts';
import { forwarderAddress, visitorAddress } from '../networks.ts';

/** Forms without a proof of work that all networks of one customer may store in ten minutes. */
const perCustomer = 100;

/** Sends forms from the 65,536 networks of one IPv6 customer, each form from another network to another address. */
export const manyNetworks: Attack = {
  name: 'many-networks',
  run: async (target, isShort) => {
    const attempts = new AttackRecorder(target);
    const networks = Array.from({ length: isShort ? 200 : 5_000 }).keys();
    await attackConcurrently(networks, 8, async (network) => {
      const form = createContactPost();
      const address = `2001:db8:48:${network.toString(16)}::1`;
      const headers: [string, string][] = [...(form.headers ?? []), ['x-forwarded-for', address]];
      const { status } = await attempts.send({ ...form, headers }, forwarderAddress);
      attempts.expect(status === 200 || status === 429, `A form answers ${status}.`);
    });
    const stored = attempts.statusCounts.get(200) ?? 0;
    attempts.notes.push(`${stored} forms stored by one customer`);
    attempts.expect(stored <= perCustomer, `One customer stored ${stored} forms.`);
    const { status } = await attempts.send(createContactPost(), visitorAddress);
    attempts.expect(status === 200, `A form of another visitor answers ${status}.`);
    return attempts;
  },
};
