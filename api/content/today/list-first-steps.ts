import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { settingRows } from '../../../contract/content/settings.ts';
import type { FirstStep } from '../../../contract/studio/first-steps.ts';
import type { Context } from '../../context.ts';
import { entries, joinLinks, revisions, users } from '../../db/index.ts';
import { readPublishedSettings } from '../settings.ts';

/** Returns whether a new owner has done each first step; null once all are done. */
export async function listFirstSteps(ctx: Context): Promise<Record<FirstStep, boolean> | null> {
  const published = ctx.db
    .select({ id: revisions.id })
    .from(revisions)
    .innerJoin(entries, eq(entries.id, revisions.entryId))
    .where(and(eq(entries.type, 'PAGE'), isNotNull(revisions.publishedBy)));
  const invited = ctx.db.select().from(joinLinks).where(eq(joinLinks.purpose, 'INVITATION'));
  const [{ company }, { rows }] = await Promise.all([
    readPublishedSettings(ctx),
    ctx.db.execute<{ pages: boolean; invite: boolean }>(sql`select exists (${published}) as pages,
      exists (${invited}) or (select count(*) from ${users}) > 1 as invite`),
  ]);
  const [found] = rows;
  const steps = {
    NAME: company.name !== settingRows.company.defaults.name,
    LOGO: company.logo !== undefined,
    PAGES: found?.pages ?? false,
    INVITE: found?.invite ?? false,
  };
  return Object.values(steps).every(Boolean) ? null : steps;
}
