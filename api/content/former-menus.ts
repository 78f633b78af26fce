import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import { createMenus } from '../../contract/content/default-menus.ts';
import { getEntryPath } from '../../contract/content/entry-types.ts';
import type { MenuSettings } from '../../contract/content/menu-schemas.ts';
import type { Context } from '../context.ts';
import { entries, revisions, sharedValues } from '../db/index.ts';
import { publishSettingFields } from './settings.ts';

/** A page with its field `menu`, which put it into a menu before menus were a setting. */
export interface FormerMenuPage {
  slug: string;
  menu: unknown;
}

/** The pages that every site of an earlier release had in its menus. */
const companyPaths = ['/about-us', '/why-us', '/wse-legacy'];
const otherPaths = ['/contact-us', '/privacy-policy', '/terms-of-service'];

const [inCompany, inGroup, inLegal] = [7, 12, 20];

/** Returns the menus that the site had by the fields `menu` of its pages, which are in the order of editors. */
export function createFormerMenus(pages: readonly FormerMenuPage[]): MenuSettings {
  const listPaths = (wanted: string) =>
    pages
      .filter(({ menu }) => menu === wanted)
      .map(({ slug }) => getEntryPath('PAGE', slug))
      .filter((path) => ![...companyPaths, ...otherPaths].includes(path));
  const added = listPaths('company');
  const menus = createMenus([...companyPaths, ...added.slice(0, inCompany)], listPaths('footer').slice(0, inLegal));
  // Pages that do not fit into the group of the company have groups of their own.
  for (const first of [inCompany, inCompany + inGroup]) {
    const items = added.slice(first, first + inGroup).map((to) => ({ to }));
    if (items.length === 0) continue;
    menus.header.push({ kind: 'group', label: 'More', items });
    menus.footer.push({ label: 'More', items });
  }
  return menus;
}

/** Returns whether the setting `menus` exists, published or not. */
export async function hasMenus({ db }: Context): Promise<boolean> {
  return (await db.$count(entries, and(eq(entries.type, 'SETTING'), eq(entries.slug, 'menus')))) > 0;
}

/**
 * Stores the menus of a database of an earlier release as the setting `menus`, so that no page leaves a menu. It does
 * this at the first start that knows the setting, before content is imported, and not in a database without pages.
 */
export async function storeFormerMenus({ db }: Context): Promise<void> {
  await db.transaction(async (tx) => {
    // Another server that starts at the same time waits here, and then stores nothing.
    const first = await tx
      .insert(sharedValues)
      .values({ name: 'menus_from_pages', value: new Date().toISOString() })
      .onConflictDoNothing()
      .returning();
    if (first.length === 0 || (await hasMenus({ db: tx }))) return;
    const pages = await tx
      .select({ slug: entries.slug, menu: sql`${revisions.fields} -> 'menu'` })
      .from(entries)
      .innerJoin(revisions, eq(revisions.id, entries.liveRevisionId))
      .where(and(eq(entries.type, 'PAGE'), isNotNull(entries.publishedAt)))
      .orderBy(asc(entries.position), asc(entries.id));
    if (pages.length > 0) await publishSettingFields({ db: tx }, 'menus', createFormerMenus(pages));
  });
}
