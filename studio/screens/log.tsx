import { Download, ListFilter } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { formatCount } from '../../contract/content/number-text.ts';
import type { StudioOutput } from '../../contract/studio/client.ts';
import { describeLogRecord, logAreas, nameActor } from '../../contract/studio/log-kinds.ts';
import type { LogRecord } from '../../contract/studio/log-operations.ts';
import { logExportPath } from '../../contract/studio/paths.ts';
import { loadListPage } from '../list-page.ts';
import { ButtonLink, buttonLink } from '../parts/button.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { type FilterChip, FilterChips } from '../parts/filter-chips.tsx';
import form from '../parts/form.module.css';
import { Icon } from '../parts/icon.tsx';
import { Person } from '../parts/initials.tsx';
import { ScreenLayout } from '../parts/page.tsx';
import { RelativeTime } from '../parts/relative-time.tsx';
import table from '../parts/table.module.css';
import { Pager, Table } from '../parts/table.tsx';
import type { Screen } from '../screen.ts';

interface Data extends StudioOutput<'log'> {
  filter: Readonly<Record<(typeof filterNames)[number], string>>;
  /** The months that the filter offers, the present one first: 2026-11. */
  months: string[];
}

const filterNames = ['kind', 'by', 'thing', 'q', 'when'] as const;

/** Renders what was done, as the end of a sentence, with a link to the thing. */
function Sentence({ record }: { record: LogRecord }) {
  return describeLogRecord(record).map(({ text, to }, index) =>
    to ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never change their places
      <Link key={index} to={to} dir="auto">
        {text}
      </Link>
    ) : (
      text
    ),
  );
}

function Row({ record, isOfThing }: { record: LogRecord; isOfThing: boolean }) {
  const { number, doneAt, doneBy, subjectType, subjectId } = record;
  const [name, token] = nameActor(record);
  return (
    <tr>
      <th scope="row" className={table.wide}>
        {doneBy ? <Person name={name} /> : name}
        <span className={form.soft}>{token}</span>
      </th>
      <td className={table.wide}>
        <Sentence record={record} />
      </td>
      <td>
        <RelativeTime at={doneAt} /> <span className={form.small}>no. {number}</span>
      </td>
      <td className={table.acts}>
        {subjectType && !isOfThing && (
          <span>
            <ButtonLink
              to={`/studio/log?${new URLSearchParams({ thing: `${subjectType}:${subjectId}` })}`}
              look="bare"
              icon={ListFilter}
              aria-label={`All about it: ${subjectType} ${subjectId}`}
              label="All about it"
            />
          </span>
        )}
      </td>
    </tr>
  );
}

function createChips({ filter, people, months }: Data): FilterChip[] {
  const areas = Object.entries(logAreas).map(([value, { name }]) => ({ value, label: name }));
  const formatMonth = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return [
    {
      name: 'kind',
      label: 'What',
      value: filter.kind,
      options: [{ value: '', label: 'Everything' }, { value: 'reading', label: 'Personal data read' }, ...areas],
    },
    {
      name: 'by',
      label: 'Who',
      value: filter.by,
      options: [
        { value: '', label: 'Everyone' },
        ...people.map(({ id, name }) => ({ value: String(id), label: name })),
        { value: '0', label: 'No user' },
      ],
    },
    {
      name: 'when',
      label: 'When',
      value: filter.when,
      options: [
        { value: '', label: 'Any time' },
        { value: '1', label: 'Last 24 hours' },
        { value: '7', label: 'Last 7 days' },
        { value: '30', label: 'Last 30 days' },
        { value: '365', label: 'Last 365 days' },
        ...months.map((value) => ({ value, label: formatMonth.format(new Date(`${value}-01T00:00Z`)) })),
      ],
    },
  ];
}

function View({ data }: { data: Data }) {
  const { items, filter, head, ...list } = data;
  const { search } = useLocation();
  const isFiltered = filterNames.some((name) => filter[name] !== '');
  const exportAs = (format: string) => {
    const parameters = new URLSearchParams(search);
    parameters.delete('page');
    parameters.set('format', format);
    return `${logExportPath}?${parameters}`;
  };
  return (
    <ScreenLayout
      title="Log"
      state={<span role="status">{formatCount(list.total, 'record')}</span>}
      actions={['csv', 'jsonl'].map((format) => (
        <a key={format} href={exportAs(format)} download className={buttonLink.quiet}>
          <Icon of={Download} />
          {format === 'csv' ? 'CSV' : 'JSON Lines'}
        </a>
      ))}
    >
      <FilterChips search={{ name: 'q', label: 'Search things', value: filter.q }} chips={createChips(data)} />
      {filter.thing && (
        <p>
          Only records about {filter.thing.replace(':', ' ')}. <Link to="/studio/log">Show all records</Link>
        </p>
      )}
      {items.length === 0 ? (
        <EmptyState
          drawing={isFiltered ? 'search' : 'empty'}
          title={isFiltered ? 'No record matches' : 'Nothing was recorded yet'}
        >
          <p>The log says who published, changed, answered and read what, and when.</p>
        </EmptyState>
      ) : (
        <Table caption="Records of the log, the newest first" columns={['Who', 'What', 'When', '']}>
          {items.map((record) => (
            <Row key={record.number} record={record} isOfThing={filter.thing !== ''} />
          ))}
        </Table>
      )}
      <Pager {...list} />
      {head.number > 0 && (
        <p className={form.soft}>
          Nothing is changed or removed here. The last record is {head.number} with the hash{' '}
          <code className={form.path}>{head.hash}</code>. Note both elsewhere: <code>npx site log verify --head</code>{' '}
          tells whether any record up to it was changed since.
        </p>
      )}
    </ScreenLayout>
  );
}

/** Lists who did what and when, by filters. Works without JavaScript. */
export const screen: Screen<Data> = {
  title: () => 'Log',
  loader: async ({ client, settings, url }) => {
    const filter = Object.fromEntries(
      filterNames.map((name) => [name, (url.searchParams.get(name) ?? '').trim().slice(0, 200)]),
    ) as Data['filter'];
    const asked = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''));
    const list = await loadListPage(url, (page) => client.call('log', { ...asked, page }));
    const now = new Date(settings.renderedAt);
    const months = Array.from({ length: 12 }, (_, index) =>
      new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - index)).toISOString().slice(0, 7),
    );
    return { ...list, filter, months };
  },
  View,
};
