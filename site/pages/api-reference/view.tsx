import { ChipLinks } from '../../parts/chip-links.tsx';
import { formatNumber } from '../../parts/number.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { Sheet } from '../../parts/sheet.tsx';
import type { SiteSettings } from '../../settings.ts';
import { Code } from './code.tsx';
import { Operation } from './operation.tsx';
import type { Reference } from './read-document.ts';
import styles from './view.module.css';

/** Words between backticks are code. */
function withCode(text: string) {
  return text.split('`').map((part, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never change places
    return index % 2 === 1 ? <code key={index}>{part}</code> : part;
  });
}

/** The API, one sheet for each group of its operations, made from the document that machines read. */
export function ApiReferenceView({ data, settings }: { data: Reference; settings: SiteSettings }) {
  const { groups, description, version, failures, failureShape } = data;
  const count = groups.reduce((sum, { operations }) => sum + operations.length, 0);
  return (
    <>
      <PageHeader
        title="API reference"
        lede="Everything this site shows comes through these endpoints, and they are open to read."
        kicker={`Version ${version} · ${formatNumber(count)} operations`}
        breadcrumbs={[
          { href: '/', label: 'Home' },
          { href: '/api/docs', label: 'API reference' },
        ]}
      />
      <div className={styles.groups}>
        <ChipLinks
          label="Groups of operations"
          chips={groups.map(({ id, tag, operations }) => ({ href: `#${id}`, label: tag, count: operations.length }))}
        />
        <p className={styles.machine}>
          {withCode(description)} For machines, <a href="/api/openapi.json">the same as OpenAPI 3.1</a>.
        </p>
      </div>
      {groups.map(({ id, tag, operations }, index) => (
        <Sheet key={id} id={id} number={index + 1} title={tag}>
          {operations.map((operation) => (
            <Operation key={operation.id} operation={operation} origin={settings.apiBaseUrl || settings.siteUrl} />
          ))}
        </Sheet>
      ))}
      {failureShape && (
        <Sheet id="failures" number={groups.length + 1} title="When a call fails">
          <p className={styles.failures}>
            Any operation may answer {failures.map((status) => status.toUpperCase()).join(', ')} instead, always with
            this body. The request id finds the line in our log.
          </p>
          <Code label="Body of a failure" text={failureShape} />
        </Sheet>
      )}
    </>
  );
}
