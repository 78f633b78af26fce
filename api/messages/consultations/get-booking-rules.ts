import type { CompanyContext } from '../../context.ts';
import { consultationSettings } from '../../db/index.ts';

export type BookingRules = Omit<typeof consultationSettings.$inferSelect, 'id' | 'timeZone'> & { timeZone: string };

/** Returns the booking rules. Without a time zone of their own, the rules use the company's. */
export async function getBookingRules({ db, company }: CompanyContext): Promise<BookingRules> {
  const [row] = await db.select().from(consultationSettings);
  if (!row) throw new Error('There are no consultation settings');
  const { id: _id, ...rules } = row;
  return { ...rules, timeZone: rules.timeZone ?? company.timeZone };
}
