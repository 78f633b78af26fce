import type { ReactNode } from 'react';
import type { BrowserRequest } from '../../../contract/studio/privacy-operations.ts';
import { listSiteThings, type StoredThing } from '../../../site/device/stored-things.ts';
import form from '../../parts/form.module.css';
import { Panel } from '../../parts/panel.tsx';
import table from '../../parts/table.module.css';
import { Table } from '../../parts/table.tsx';
import type { Screen } from '../../screen.ts';
import { listStudioThings } from '../../stored-things.ts';
import styles from './browsers-screen.module.css';
import { PrivacyLayout } from './privacy-layout.tsx';

function ThingTable({ caption, things }: { caption: string; things: StoredThing[] }) {
  return (
    <Table caption={caption} columns={['Purpose', 'Key', 'Where', 'Stored', 'Kept']}>
      {things.map(({ key, place, purpose, when, until }) => (
        <tr key={`${place} ${key}`}>
          <th scope="row">{purpose}</th>
          <td className={styles.key}>
            <code>{key}</code>
          </td>
          <td>{place}</td>
          <td data-label="Stored" className={table.wide}>
            {when}
          </td>
          <td data-label="Kept" className={table.wide}>
            {until}
          </td>
        </tr>
      ))}
    </Table>
  );
}

function Fold({ count, children }: { count: number; children: ReactNode }) {
  return (
    <details>
      <summary className={styles.fold}>Show all {count}</summary>
      {children}
    </details>
  );
}

/** Renders the addresses of a request; many of them unfold. */
function Addresses({ method, paths }: Pick<BrowserRequest, 'method' | 'paths'>) {
  const list = paths.map((path) => (
    <div key={path}>
      <code>
        {method} {path}
      </code>
    </div>
  ));
  if (paths.length < 4) return list;
  return (
    <details>
      <summary>{paths.length} addresses of entries and lists</summary>
      {list}
    </details>
  );
}

function View({ data }: { data: BrowserRequest[] }) {
  const studioThings = listStudioThings();
  return (
    <PrivacyLayout>
      <p>
        Everything that the site and the Studio store in a browser, and every request that the pages of the site make,
        made from the program itself. There is nothing from anybody else: scripts, styles, fonts and pictures come from
        the site’s own address.
      </p>
      <Panel title="Stored in the browsers of visitors">
        <ThingTable caption="Stored in the browsers of visitors" things={listSiteThings()} />
      </Panel>
      <Panel title="Stored in the browsers of users of the Studio, too">
        <Fold count={studioThings.length}>
          <ThingTable caption="Stored in the browsers of users of the Studio" things={studioThings} />
        </Fold>
      </Panel>
      <Panel title="Addresses of the site that scripts call">
        <Fold count={data.length}>
          <Table caption="Requests of the site" columns={['Address', 'Sent']}>
            {data.map(({ method, paths, when }) => (
              <tr key={paths[0]}>
                <th scope="row" className={form.path}>
                  <Addresses method={method} paths={paths} />
                </th>
                <td data-label="Sent" className={table.wide}>
                  {when}
                </td>
              </tr>
            ))}
          </Table>
        </Fold>
      </Panel>
    </PrivacyLayout>
  );
}

/** Lists what browsers store and send, from the tables of the program. */
export const screen: Screen<BrowserRequest[]> = {
  title: () => 'What browsers store and send',
  loader: async ({ client }) => (await client.call('browserRequests', {})).items,
  View,
};
