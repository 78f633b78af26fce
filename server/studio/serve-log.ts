import { pipeline, Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../api/errors.ts';
import { streamLog } from '../../api/log/list.ts';
import { createCsvWriter } from '../../api/messages/inbox/show.ts';
import { describeLogRecord, nameActor } from '../../contract/studio/log-kinds.ts';
import { type LogFilter, type LogRecord, logFilter } from '../../contract/studio/log-operations.ts';
import { logExportPath } from '../../contract/studio/paths.ts';
import { type DownloadContext, serveDownload } from './serve-download.ts';

/** Returns a record as a row of a file: what people read first, then what programs read. */
function toRow(record: LogRecord) {
  const { number, doneAt, doneBy, kind, subjectType, subjectId, facts, hash } = record;
  const who = nameActor(record).join('');
  const what = describeLogRecord(record).map(({ text }) => text);
  const sentence = `${who} ${what.join('')}`;
  return { number, doneAt, sentence, who, userId: doneBy?.id ?? null, kind, subjectType, subjectId, facts, hash };
}

const columns = ['number', 'doneAt', 'sentence', 'who', 'userId', 'kind', 'subjectType', 'subjectId', 'facts', 'hash'];

async function* writeLines(records: AsyncIterable<LogRecord>): AsyncGenerator<string> {
  for await (const record of records) yield `${JSON.stringify(toRow(record))}\n`;
}

async function* toCells(records: AsyncIterable<LogRecord>) {
  for await (const record of records) {
    const row = toRow(record);
    yield { ...row, facts: JSON.stringify(row.facts) };
  }
}

/**
 * Serves the records of the log as CSV or JSON Lines, with the filters of the screen. The operation `exportLog` checks
 * the permission, and records the export.
 */
export function serveLog(app: FastifyInstance, options: DownloadContext) {
  serveDownload(app, logExportPath, options, async (client, { format, ...asked }) => {
    // A form without JavaScript sends the filters that filter nothing, too.
    const set = Object.entries(asked).filter(([, value]) => value !== '');
    const filter = logFilter.safeParse(Object.fromEntries(set));
    if (!filter.success || (format !== 'csv' && format !== 'jsonl'))
      throw new ApiError('bad_request', 'The address of this export is not valid. Start from the screen Log.');
    const { number } = await client.call('exportLog', {});
    const records = streamLog(options.ctx, filter.data as LogFilter, number);
    const name = `log.${format}`;
    if (format === 'jsonl') return { name, type: 'application/jsonl', body: Readable.from(writeLines(records)) };
    const body = pipeline(Readable.from(toCells(records)), createCsvWriter(columns), () => undefined);
    return { name, type: 'text/csv', body };
  });
}
