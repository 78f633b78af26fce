import { eq, inArray, sql } from 'drizzle-orm';
import type { ListedVersion, VersionKind } from '../../../contract/studio/history-operations.ts';
import type { Context } from '../../context.ts';
import { draftSaves, revisions } from '../../db/index.ts';
import { findRevisions, findSaves } from './find.ts';

/**
 * SQL for the saves to list: the last of each minute of each author, and the last of each draft. While somebody types,
 * a save is stored several times a second, and a list of all of them would say little.
 */
const isListedSave = sql`(${draftSaves.outcome} is not null or not exists (
  select from draft_saves as later where later.entry_id = ${draftSaves.entryId} and later.version > ${draftSaves.version}
    and later.saved_by is not distinct from ${draftSaves.savedBy}
    and date_trunc('minute', later.saved_at) = date_trunc('minute', ${draftSaves.savedAt})))`;

/** SQL for the versions of an entry, each with the time of its storing. */
function selectVersions(id: number) {
  return sql`
    select 'REVISION' as kind, ${revisions.id} as number, ${revisions.createdAt} as stored_at, false as is_published
    from ${revisions} where ${eq(revisions.entryId, id)}
    union all
    select 'SAVE', ${draftSaves.version}, ${draftSaves.savedAt}, ${draftSaves.outcome} is not distinct from 'PUBLISHED'
    from ${draftSaves} where ${eq(draftSaves.entryId, id)} and ${isListedSave}`;
}

/** Condition: a version is of a kind, or of any. A save that was published is then listed as its revision alone. */
const isOfKind = (kind: VersionKind | undefined) => (kind === undefined ? sql`not is_published` : sql`kind = ${kind}`);

interface VersionRow extends Record<string, unknown> {
  version: string;
  kind: VersionKind;
  number: number;
  previous: string | null;
}

/** Returns one page of the revisions and saves of an entry, or of one kind of them, the newest first. */
export async function listVersions(
  ctx: Context,
  { id, kind, page, size }: { id: number; kind?: VersionKind | undefined; page: number; size: number },
) {
  // Publishing stores a revision with the text of the last save, so revisions are compared with each other.
  const { rows } = await ctx.db.execute<VersionRow>(sql`
    with versions as (
      select *, case kind when 'SAVE' then 'draft-' else 'revision-' end || number as version from (${selectVersions(id)}) as all_kinds
    ), ordered as (
      select *, case kind
          when 'SAVE' then lead(version) over (order by stored_at desc, kind, number desc)
          else lead(version) over (partition by kind order by stored_at desc, number desc)
        end as previous
      from versions
    )
    select version, kind, number::int8::float8 as number, previous from ordered
    where ${isOfKind(kind)}
    order by stored_at desc, kind, ordered.number desc limit ${size} offset ${page * size}`);
  const { rows: counts } = await ctx.db.execute<{ count: string }>(sql`
    select count(*) from (${selectVersions(id)}) as versions where ${isOfKind(kind)}`);
  const listNumbers = (wanted: VersionKind) => rows.filter((row) => row.kind === wanted).map(({ number }) => number);
  const summaries = [
    ...(await findRevisions(
      ctx,
      sql`${eq(revisions.entryId, id)} and ${inArray(revisions.id, listNumbers('REVISION'))}`,
    )),
    ...(await findSaves(
      ctx,
      sql`${eq(draftSaves.entryId, id)} and ${inArray(draftSaves.version, listNumbers('SAVE'))}`,
    )),
  ];
  const items = rows.flatMap(({ version, previous }): ListedVersion[] => {
    const summary = summaries.find((each) => each.version === version);
    return summary ? [{ ...summary, previous }] : [];
  });
  return { items, page, size, total: Number(counts[0]?.count) };
}
