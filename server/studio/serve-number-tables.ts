import type { FastifyInstance } from 'fastify';
import { createCsvWriter } from '../../api/messages/inbox/show.ts';
import { metricNames } from '../../contract/content/metric-names.ts';
import type { StudioClient } from '../../contract/studio/client.ts';
import { numberLists } from '../../contract/studio/number-lists.ts';
import { numberTablesPath } from '../../contract/studio/paths.ts';
import { type DownloadContext, serveDownload } from './serve-download.ts';

/** A table as columns and rows; `total` is the number of rows of all pages. */
interface NumberTable {
  columns: string[];
  rows: unknown[][];
  total: number;
}

/** The rows of a page of a table. */
const size = 1_000;

/** Loads one page of a table by its name; the days, weeks or months of the period for a name that is no list. */
async function loadTable(client: StudioClient, of: string, days: 28, page: number): Promise<NumberTable> {
  const list = numberLists.find((each) => each === of);
  if (list) {
    const { items, total } = await client.call('numberList', { of: list, days, page, size });
    const rows = items.map(({ name, times, visitors, former }) => [name, times, visitors, former]);
    return { columns: ['name', 'times', 'visitors', 'times in the period before'], rows, total };
  }
  if (of === 'speed') {
    const { items, total } = await client.call('speedNumbers', { page, size });
    const rows = items.map((item) => [item.page, item.samples, ...metricNames.map((name) => item.p75[name] ?? '')]);
    return { columns: ['page', 'views', ...metricNames], rows, total };
  }
  if (of === 'forms') {
    const { items } = await client.call('formNumbers', { days });
    const rows = items.flatMap(({ form, begun, sent, left, fields }) => [
      [form, '', begun, sent, left],
      ...fields.map((each) => [form, each.field, '', '', each.left]),
    ]);
    return { columns: ['form', 'last field', 'begun', 'sent', 'left'], rows, total: 0 };
  }
  const { series } = await client.call('numberOverview', { days });
  return {
    columns: ['first day', 'views', 'visitors'],
    rows: series.map(({ day, views, visitors }) => [day, views, visitors]),
    total: 0,
  };
}

const mostRows = 10_000;

/** Serves the tables of the Numbers as CSV files. The operations check the permission and the parameters. */
export function serveNumberTables(app: FastifyInstance, options: DownloadContext): void {
  serveDownload(app, numberTablesPath, options, async (client, { of = 'views', days: asked = '28' }) => {
    const days = Number(asked) as 28;
    const first = await loadTable(client, of, days, 0);
    const body = createCsvWriter(first.columns);
    const rows = [...first.rows];
    for (let page = 1; page * size < Math.min(first.total, mostRows); page++)
      rows.push(...(await loadTable(client, of, days, page)).rows);
    for (const row of rows) body.write(row);
    body.end();
    return { name: `${of.replace(/\W/g, '')}-${days}-days.csv`, type: 'text/csv', body };
  });
}
