import { formatNumber } from '../../../contract/content/number-text.ts';
import { ChipLinks } from '../../parts/chip-links.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { PageSection } from '../../parts/page-section.tsx';
import type { SiteSettings } from '../../settings.ts';
import { ApiOperation } from './api-operation.tsx';
import { CodeBlock } from './code-block.tsx';
import type { ApiReference } from './create-api-reference.ts';
import styles from './view.module.css';

/** Renders text between backticks as code. */
function renderInlineCode(text: string) {
  return text.split('`').map((part, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the order of the parts never changes
    return index % 2 === 1 ? <code key={index}>{part}</code> : part;
  });
}

/** Renders the API reference, with one section for each group of operations. */
export function ApiReferenceView({ data, settings }: { data: ApiReference; settings: SiteSettings }) {
  const { groups, description, version, failures, failureShape } = data;
  const count = groups.reduce((sum, { operations }) => sum + operations.length, 0);
  return (
    <>
      <PageHeader
        title="API reference"
        lede="Everything this site shows comes from these endpoints, which anyone may read."
        kicker={`Version ${version} · ${formatNumber(count)} operations`}
        breadcrumbs={[
          { href: '/', label: 'Home' },
          { href: '/api/docs', label: 'API reference' },
        ]}
      />
      <div className={styles.groups}>
        <ChipLinks
          label="Groups of operations"
          countedNoun="operations"
          chips={groups.map(({ id, tag, operations }) => ({
            href: `#group-${id}`,
            label: tag,
            count: operations.length,
            isCurrent: false,
          }))}
        />
        <p className={styles.description}>
          {renderInlineCode(description)} For programs, there is <a href="/api/openapi.json">an OpenAPI 3.1 document</a>
          .
        </p>
      </div>
      {groups.map(({ id, tag, operations }, index) => (
        <PageSection key={id} id={`group-${id}`} number={index + 1} title={tag}>
          {operations.map((operation) => (
            <ApiOperation key={operation.id} operation={operation} origin={settings.apiBaseUrl || settings.siteUrl} />
          ))}
        </PageSection>
      ))}
      {failureShape && (
        <PageSection id="failures" number={groups.length + 1} title="When a call fails">
          <p className={styles.failures}>
            Any operation may answer {failures.join(', ')} instead, always with this body. The request id finds the line
            in our log.
          </p>
          <CodeBlock label="Body of a failure" text={failureShape} />
        </PageSection>
      )}
    </>
  );
}
