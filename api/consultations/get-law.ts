import type { CompanyContext } from '../context.ts';
import { consultationSettings } from '../db/tables.ts';

export type Law = Omit<typeof consultationSettings.$inferSelect, 'id' | 'timeZone'> & { timeZone: string };

/** The settings by which consultations are given, the zone resolved: its own, else the company's. */
export async function getLaw({ db, company }: CompanyContext): Promise<Law> {
  const [row] = await db.select().from(consultationSettings);
  if (!row) throw new Error('There are no consultation settings');
  const { id: _id, ...law } = row;
  return { ...law, timeZone: law.timeZone ?? company.timeZone };
}
