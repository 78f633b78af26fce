import { readPublishedSettings } from '../../content/index.ts';
import type { CompanyContext } from '../../context.ts';
import { consultationSettings } from '../../db/index.ts';

/** When consultations are offered: the setting `forms` says the first three, and an operator the others. */
export interface BookingRules {
  lengthMinutes: number;
  noticeMinutes: number;
  horizonDays: number;
  /** Minutes from one start to the next. */
  stepMinutes: number;
  holdMinutes: number;
  /** The zone of the company's working hours. */
  timeZone: string;
}

/** Returns the booking rules. Without a time zone of their own, the rules use the company's. */
export async function getBookingRules({ db, company }: CompanyContext): Promise<BookingRules> {
  const { lengthMinutes, noticeMinutes, horizonDays } = (await readPublishedSettings({ db })).forms.consultation;
  const [row] = await db.select().from(consultationSettings);
  if (!row) throw new Error('There are no consultation settings');
  const { stepMinutes, holdMinutes, timeZone } = row;
  return {
    ...{ lengthMinutes, noticeMinutes, horizonDays, stepMinutes, holdMinutes },
    timeZone: timeZone ?? company.timeZone,
  };
}
