import type { FastifyInstance } from 'fastify';
import type { ApiContext } from '../../api/context.ts';
import type { CallEndpoint } from '../../api/http/call-endpoint.ts';
import { createInProcessStudioClient } from '../../api/http/in-process-client.ts';
import { getStudioCaller } from '../../api/http/studio-session.ts';
import { cachePolicies } from '../../contract/http/cache-policies.ts';
import { numberLists } from '../../contract/studio/number-lists.ts';
import { numberTablesPath } from '../../contract/studio/paths.ts';

/** Returns a cell of a CSV file (RFC 4180). A text that a spreadsheet would read as a formula begins with `'`. */
function writeCell(value: string | number): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The most rows of a file: all names of a list in the longest period that the lists of a day allow are fewer. */
const mostRows = 10_000;

/** Serves the tables of the Numbers as CSV files. The operations check the permission. */
export function serveNumberTables(
  app: FastifyInstance,
  { ctx, callEndpoint }: { ctx: ApiContext; callEndpoint: CallEndpoint },
): void {
  app.get<{ Querystring: { of?: string; days?: string } }>(
    numberTablesPath,
    { schema: { hide: true } },
    async (request, reply) => {
      const caller = await getStudioCaller(ctx, request, reply);
      const client = createInProcessStudioClient({ callEndpoint, caller, requestId: request.id, log: request.log });
      const days = Number(request.query.days ?? 28) as 28;
      const of = numberLists.find((each) => each === request.query.of);
      const lines: (string | number)[][] = [];
      if (of) {
        lines.push(['name', 'times', 'visitors', 'times in the period before']);
        for (let page = 0, total = 1; lines.length <= Math.min(total, mostRows); page++) {
          const list = await client.call('numberList', { of, days, page, size: 1_000 });
          total = list.total;
          lines.push(...list.items.map(({ name, times, visitors, former }) => [name, times, visitors, former]));
        }
      } else {
        lines.push(['first day', 'views', 'visitors']);
        const { series } = await client.call('numberOverview', { days });
        lines.push(...series.map(({ day, views, visitors }) => [day, views, visitors]));
      }
      return reply
        .header('cache-control', cachePolicies.never)
        .header('content-disposition', `attachment; filename="${of ?? 'views'}-${days}-days.csv"`)
        .type('text/csv; charset=utf-8')
        .send(lines.map((cells) => `${cells.map(writeCell).join(',')}\r\n`).join(''));
    },
  );
}
