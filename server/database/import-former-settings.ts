import { publishSettingFields } from '../../api/content/settings.ts';
import type { Context } from '../../api/context.ts';
import { consultationSettings } from '../../api/db/consultation-tables.ts';
import { sharedValues } from '../../api/db/tables.ts';
import type { Settings } from '../settings.ts';

/** The variables of earlier releases, by the field of `company` or of the consultation in `forms` that each became. */
const companyVariables = {
  name: 'SITE_NAME',
  claim: 'SITE_SLOGAN',
  legalDetails: 'COMPANY_DETAILS',
  timeZone: 'SITE_TIME_ZONE',
} as const;
const consultationVariables = { channel: 'CONSULTATION_CHANNEL', host: 'CONSULTATION_HOST' } as const;

/** The defaults of the table of consultations of earlier releases. */
const formerDefaults = { slotMinutes: 30, leadMinutes: 1_440, horizonDays: 30 };

/** Returns the fields whose variables are set. */
function readFields<F extends string>(variables: Record<F, keyof Settings>, settings: Settings): { [N in F]?: never } {
  const rows = Object.entries<keyof Settings>(variables).map(([field, name]) => [field, settings[name]] as const);
  return Object.fromEntries(rows.filter(([, value]) => value !== undefined)) as { [N in F]?: never };
}

/** Returns the rules of consultations that an operator of an earlier release has changed. */
async function readChangedRules({ db }: Context) {
  const [row = formerDefaults] = await db.select().from(consultationSettings);
  return {
    ...(row.slotMinutes === formerDefaults.slotMinutes ? {} : { lengthMinutes: row.slotMinutes }),
    ...(row.leadMinutes === formerDefaults.leadMinutes ? {} : { noticeMinutes: row.leadMinutes }),
    ...(row.horizonDays === formerDefaults.horizonDays ? {} : { horizonDays: row.horizonDays }),
  };
}

/**
 * Stores as fields of the settings `company` and `forms` what earlier releases read from the environment and from the
 * table of consultations. It does so at the first start that knows settings; later starts store nothing, because
 * editors may have changed the settings. Returns the names of the variables that it stored.
 */
export async function importFormerSettings({ db }: Context, settings: Settings): Promise<string[]> {
  return db.transaction(async (tx) => {
    // Another server that starts at the same time waits here, and then stores nothing.
    const first = await tx
      .insert(sharedValues)
      .values({ name: 'settings_from_environment', value: new Date().toISOString() })
      .onConflictDoNothing()
      .returning();
    if (first.length === 0) return [];
    const company = readFields(companyVariables, settings);
    const consultation = readFields(consultationVariables, settings);
    const rules = { ...(await readChangedRules({ db: tx })), ...consultation };
    if (Object.keys(company).length > 0) await publishSettingFields({ db: tx }, 'company', company);
    if (Object.keys(rules).length > 0)
      await publishSettingFields({ db: tx }, 'forms', ({ consultation: stored }) => ({
        consultation: { ...stored, ...rules },
      }));
    const variables: Record<string, string> = { ...companyVariables, ...consultationVariables };
    return Object.keys({ ...company, ...consultation }).map((field) => variables[field] ?? field);
  });
}
