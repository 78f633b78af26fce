import type pg from 'pg';

/** A position of the write-ahead log. The segments up to it hold every commit acknowledged before the time `at`. */
interface LogPoint {
  at: Date;
  /** The segment of the position. */
  segment: string;
  /** PostgreSQL's snapshot, which tells which transactions had ended. */
  snapshot: string;
}

/** Tracks until which moment the archive has every acknowledged commit. */
export interface CoverageTracker {
  /** Records the current position of the write-ahead log. */
  recordPosition(): Promise<void>;
  /**
   * Returns the moment until which an archive with this last segment has every acknowledged commit. Returns null if
   * there is no such moment.
   */
  findCoveredMoment(lastSegment: string | null): Date | null;
}

/** Returns whether no writing transaction was in progress at a position. */
function hasNoWriter({ snapshot }: LogPoint): boolean {
  const [oldest, next] = snapshot.split(':');
  return oldest === next;
}

/** @param admin a superuser connection */
export function createCoverageTracker(admin: pg.Client): CoverageTracker {
  let points: LogPoint[] = [];
  let covered: LogPoint | null = null;
  return {
    recordPosition: async () => {
      // The time at which the statement arrived is not later than its snapshot.
      const { rows } = await admin.query<LogPoint>(
        `select statement_timestamp() as at, pg_walfile_name(pg_current_wal_insert_lsn()) as segment,
          pg_current_snapshot()::text as snapshot`,
      );
      // The last position of each segment is enough, and PostgreSQL may fail to hand over segments for weeks.
      points = [...points.filter(({ segment }) => segment !== rows[0]?.segment), ...rows];
    },
    findCoveredMoment: (lastSegment) => {
      for (const point of points) {
        const isShipped = lastSegment !== null && point.segment <= lastSegment;
        // PostgreSQL finishes no segment without changes. An equal snapshot proves that no transaction has written
        // since.
        const isUnchanged = covered !== null && hasNoWriter(covered) && covered.snapshot === point.snapshot;
        if (isShipped || isUnchanged) covered = point;
      }
      const reached = covered?.at.getTime() ?? Number.NEGATIVE_INFINITY;
      points = points.filter(({ at }) => at.getTime() > reached);
      return covered?.at ?? null;
    },
  };
}
