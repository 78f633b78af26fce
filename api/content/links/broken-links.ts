import { inArray, type SQL, sql } from 'drizzle-orm';
import { type EntryType, getEntryPath, typesWithPages } from '../../../contract/content/entry-types.ts';
import { getPart } from '../../../contract/content/field-texts.ts';
import { getPathname, parseEntryPath } from '../../../contract/content/site-paths.ts';
import type { DraftContent } from '../../../contract/studio/draft-content.ts';
import type { BrokenLink } from '../../../contract/studio/link-operations.ts';
import type { Context } from '../../context.ts';
import { entries, revisions } from '../../db/index.ts';
import { findEntry, getCurrentContent } from '../drafts/find.ts';
import { createAnchorCheck } from '../entries/check-anchors.ts';
import { findLinkReason, findNameReason } from '../entries/check-references.ts';
import { findKnownReferences, formatTypedSlug, type KnownReferences, toSitePath } from '../entries/known-references.ts';
import { isEnabled, shownRevisionId } from '../entries/visibility.ts';
import { followRedirects, isAnsweredWithoutPage } from '../redirects.ts';
import { findBrokenRedirects, readRedirectTable } from './plan-redirects.ts';
import { type LinkingText, listDraftTexts, listShownTexts } from './text-links.ts';

/** A broken link before its suggestion is looked for. */
type Found = Omit<BrokenLink, 'suggestion'>;

/** Creates the check of the links of one text after another, which knows the targets that visitors see. */
function createLinkCheck(known: KnownReferences, shown: readonly LinkingText[]) {
  const anchors = new Map(shown.map((text) => [formatTypedSlug(text), text.anchors]));
  const reasons = new Map<string, string | null>();
  const findReason = (target: string): string | null => {
    const before = reasons.get(target);
    if (before !== undefined) return before;
    const reason = findLinkReason(target, { own: '', time: 'now' }, known);
    reasons.set(target, reason);
    return reason;
  };
  /** A draft may lead to what is published with it or later. */
  const isUpcoming = (target: string) => {
    const times = known.entries.get(target);
    return times !== undefined && (times.publishedAt === null || times.publishedAt > known.now);
  };

  async function check(text: LinkingText, isDraft: boolean): Promise<Found[]> {
    const { id, type, title } = text;
    const own = formatTypedSlug(text);
    const ownPath = getEntryPath(type, text.slug);
    const checkAnchor = createAnchorCheck(
      ownPath,
      text.anchors,
      async (...target) => anchors.get(target.join('/')) ?? null,
    );
    const found: Found[] = [];
    const add = (path: (string | number)[], line: number | null, target: string, reason: string, isPath: boolean) =>
      found.push({ id, type, title, isDraft, path: path.join('.'), line, target, reason, canRedirect: isPath });
    for (const { path, line, target: written } of text.links) {
      const target = toSitePath(written, known);
      const isOwn = target.startsWith('#');
      if (!isOwn && !target.startsWith('/')) continue;
      const entry = isOwn ? null : parseEntryPath(target);
      const name = entry ? formatTypedSlug(entry) : '';
      const isLeftOut = isOwn || name === own || (isDraft && isUpcoming(name));
      const reason = isLeftOut ? null : findReason(target);
      if (reason !== null) add(path, line, target, reason, !isAnsweredWithoutPage(getPathname(target)));
      else if (target.includes('#')) {
        const missing = await checkAnchor(isOwn ? ownPath + target : target);
        if (missing) add(path, line, target, missing, false);
      }
    }
    for (const named of text.names) {
      const name = `${named.type}/${named.value}`;
      if (name === own || (isDraft && isUpcoming(name))) continue;
      const reason = findNameReason(named, { own, time: 'now' }, known);
      if (reason !== null) add(['fields', ...named.path], null, named.value, reason, false);
    }
    return found;
  }

  /** Returns whether a target in the Markdown of a draft may be broken. Own anchors are known after rendering only. */
  const isSuspect = (written: string) => {
    const target = toSitePath(written, known);
    return (target.includes('#') && !target.startsWith('http')) || findReason(target) !== null;
  };
  return { check, isSuspect };
}

/**
 * Returns the links, and the named entries, whose targets visitors do not see, in what visitors see and, on request,
 * in drafts. Links that a redirect leads on are left out, and those of a draft that its shown text has too.
 */
async function findBrokenLinks(ctx: Context, withDrafts: boolean): Promise<Found[]> {
  const [known, shown] = await Promise.all([findKnownReferences(ctx), listShownTexts(ctx)]);
  const { check, isSuspect } = createLinkCheck(known, shown);
  const found: Found[] = [];
  for (const text of shown) found.push(...(await check(text, false)));
  found.sort((one, other) => one.title.localeCompare(other.title, 'en') || one.id - other.id);
  if (withDrafts) {
    const listed = new Set(found.map(({ id, path, target }) => `${id} ${path} ${target}`));
    for (const text of await listDraftTexts(ctx, isSuspect))
      found.push(...(await check(text, true)).filter(({ id, path, target }) => !listed.has(`${id} ${path} ${target}`)));
  }
  const table = found.some(({ canRedirect }) => canRedirect) ? await readRedirectTable(ctx) : null;
  const routes = await Promise.all(
    found.map(({ canRedirect, target }) =>
      canRedirect && table ? followRedirects(getPathname(target), table) : { end: null },
    ),
  );
  return found.filter((_, index) => routes[index]?.end === null);
}

/** The least likeness of a page that is suggested, as `similarity` of pg_trgm counts it. */
const leastLikeness = 0.3;

/** Returns the page whose slug or title is most like the last part of each path. Paths without one are left out. */
export async function suggestTargets({ db }: Context, paths: readonly string[]): Promise<Map<string, string>> {
  if (paths.length === 0) return new Map();
  const likeness = (text: SQL) => sql`greatest(similarity(${entries.slug}, ${text}),
    similarity(lower(${revisions.title}), replace(${text}, '-', ' ')))`;
  const { rows } = await db.execute<{ path: string; type: EntryType; slug: string }>(sql`
    select asked.path, best.type, best.slug
    from (select path, regexp_replace(regexp_replace(path, '^.*/', ''), '\\.[a-z]+$', '') as words
      from unnest(${sql.param(paths)}::text[]) as path) as asked
    cross join lateral (
      select ${entries.type}, ${entries.slug}, ${likeness(sql`asked.words`)} as likeness
      from ${entries} join ${revisions} on ${revisions.id} = ${shownRevisionId}
      where ${isEnabled} and ${inArray(entries.type, typesWithPages)}
      order by likeness desc, ${entries.id} limit 1) as best
    where best.likeness >= ${leastLikeness}`);
  return new Map(rows.map(({ path, type, slug }) => [path, getEntryPath(type, slug)]));
}

/** Gives links without a line the first line of the text, as its editor shows it, that names the target. */
async function addLines(ctx: Context, links: readonly Found[]): Promise<Found[]> {
  const contents = new Map<number, DraftContent>();
  const found: Found[] = [];
  for (const link of links) {
    const content = contents.get(link.id) ?? (await getCurrentContent(ctx, await findEntry(ctx, link.id))).content;
    contents.set(link.id, content);
    const text = getPart(content, link.path.split('.'));
    const index = typeof text === 'string' ? text.split('\n').findIndex((line) => line.includes(link.target)) : -1;
    found.push({ ...link, line: link.line ?? (index > 0 ? index + 1 : null) });
  }
  return found;
}

/** Returns one page of the broken links of what visitors see and of drafts, those that visitors see first. */
export async function listBrokenLinks(
  ctx: Context,
  { of, page, size }: { of?: 'SHOWN' | 'DRAFT' | undefined; page: number; size: number },
) {
  const all = await findBrokenLinks(ctx, true);
  const chosen = of ? all.filter(({ isDraft }) => isDraft === (of === 'DRAFT')) : all;
  const items = await addLines(ctx, chosen.slice(page * size, (page + 1) * size));
  const paths = items.filter(({ canRedirect }) => canRedirect).map(({ target }) => getPathname(target));
  const suggestions = await suggestTargets(ctx, [...new Set(paths)]);
  return {
    items: items.map((item) => ({ ...item, suggestion: suggestions.get(getPathname(item.target)) ?? null })),
    page,
    size,
    total: chosen.length,
    shown: all.filter(({ isDraft }) => !isDraft).length,
    drafts: all.filter(({ isDraft }) => isDraft).length,
    redirects: (await findBrokenRedirects(await readRedirectTable(ctx))).size,
  };
}

/** Returns the first broken links of what visitors see, and how many there are. */
export async function listShownBrokenLinks(ctx: Context, limit: number) {
  const found = await findBrokenLinks(ctx, false);
  return { items: found.slice(0, limit), total: found.length };
}
