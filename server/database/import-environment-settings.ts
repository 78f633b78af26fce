import { publishSettingFields } from '../../api/content/settings.ts';
import type { Context } from '../../api/context.ts';
import { sharedValues } from '../../api/db/tables.ts';
import type { Settings } from '../settings.ts';

/**
 * Stores SITE_NAME, SITE_SLOGAN, COMPANY_DETAILS and SITE_TIME_ZONE as fields of `company`, at the first start
 * that knows settings. Returns the names that it stored; later starts store nothing, because editors may have
 * changed the setting.
 */
export async function importEnvironmentSettings(
  { db }: Context,
  { SITE_NAME: name, SITE_SLOGAN: claim, COMPANY_DETAILS: legalDetails, SITE_TIME_ZONE: timeZone }: Settings,
): Promise<string[]> {
  return db.transaction(async (tx) => {
    // Another server that starts at the same time waits here, and then stores nothing.
    const first = await tx
      .insert(sharedValues)
      .values({ name: 'settings_from_environment', value: new Date().toISOString() })
      .onConflictDoNothing()
      .returning();
    if (first.length === 0) return [];
    const given = Object.entries({ name, claim, legalDetails, timeZone }).filter(([, value]) => value !== undefined);
    if (given.length === 0) return [];
    await publishSettingFields({ db: tx }, 'company', Object.fromEntries(given));
    const variables = {
      name: 'SITE_NAME',
      claim: 'SITE_SLOGAN',
      legalDetails: 'COMPANY_DETAILS',
      timeZone: 'SITE_TIME_ZONE',
    };
    return given.map(([field]) => variables[field as keyof typeof variables]);
  });
}
