import type { ReactNode } from 'react';
import type { EntryCard } from '../../../contract/content/entry-shapes.ts';
import { ActionLink } from '../../parts/action-link.tsx';
import { Breadcrumbs } from '../../parts/breadcrumbs.tsx';
import { UsualCallToAction } from '../../parts/call-to-action.tsx';
import { CardGrid } from '../../parts/card-grid.tsx';
import { ChipLinks } from '../../parts/chip-links.tsx';
import { ConsentButtons } from '../../parts/consent-buttons.tsx';
import { EmptyList } from '../../parts/empty-list.tsx';
import { ErrorScreenContent } from '../../parts/error-screen.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Faqs } from '../../parts/faqs.tsx';
import { LoadingStatus } from '../../parts/navigation-progress.tsx';
import { ListPager } from '../../parts/pager.tsx';
import { PreviewBar } from '../../parts/preview-bar.tsx';
import { SearchForm } from '../../parts/search-form.tsx';
import { TitleBlock } from '../../parts/title-block.tsx';
import styles from './specimen.module.css';

interface SpecimenProps {
  /** Name of the component in the code. */
  name: string;
  children: ReactNode;
}

/** Renders an example of a component below its name. */
export function Specimen({ name, children }: SpecimenProps) {
  return (
    <div className={styles.specimen}>
      <p className={styles.name}>{name}</p>
      {children}
    </div>
  );
}

const here = '/_parts';

/** Renders the parts that are links and buttons. */
export function LinkSpecimens() {
  return (
    <>
      <Specimen name="ActionLink">
        <p className={styles.line}>
          <ActionLink href={here}>The one thing to do</ActionLink>
          <ActionLink href={here} kind="quiet">
            Another
          </ActionLink>
          <a href={here}>A link in a text</a>
        </p>
      </Specimen>
      <Specimen name="ChipLinks">
        <ChipLinks
          label="Category"
          isLabelVisible
          chips={[
            { href: here, label: 'All', count: 24, isCurrent: true },
            { href: here, label: 'Networks', count: 9, isCurrent: false },
            { href: here, label: 'Without a count', isCurrent: false },
          ]}
        />
      </Specimen>
      <Specimen name="Breadcrumbs">
        <Breadcrumbs
          trail={[
            { href: '/', label: 'Home' },
            { href: '/blogs', label: 'Blogs' },
            { href: here, label: 'This page' },
          ]}
        />
      </Specimen>
      <Specimen name="ConsentButtons">
        <ConsentButtons allow={() => undefined} refuse={() => undefined} pressed="allowed" />
      </Specimen>
      <Specimen name="SearchForm">
        <SearchForm />
      </Specimen>
    </>
  );
}

/** Renders the parts that show lists and figures. */
export function ListSpecimens({ cards }: { cards: readonly EntryCard[] }) {
  return (
    <>
      <Specimen name="CardGrid">
        <CardGrid cards={cards} />
      </Specimen>
      <Specimen name="EmptyList">
        <EmptyList what="blogs" />
      </Specimen>
      <Specimen name="ListPager">
        <ListPager path={here} page={4} size={10} total={120} />
      </Specimen>
      <Specimen name="Facts">
        <Facts
          facts={[
            { value: '204 km', label: 'of fibre in a millisecond' },
            { value: '99.95 %', label: 'of every month' },
          ]}
        />
      </Specimen>
      <Specimen name="Faqs">
        <Faqs faqs={[{ question: 'Does it open without JavaScript?', answer: 'Yes.' }]} />
      </Specimen>
      <Specimen name="TitleBlock">
        <TitleBlock
          rows={[
            ['Kind', 'Specimen'],
            ['Sheet', '1 of 1'],
          ]}
        />
      </Specimen>
    </>
  );
}

/** Renders the parts that show notes, loading and errors. */
export function StateSpecimens() {
  return (
    <>
      <Specimen name="PreviewBar">
        <PreviewBar isPreview />
      </Specimen>
      <Specimen name="CallToAction">
        <UsualCallToAction />
      </Specimen>
      <Specimen name="LoadingStatus">
        <div className={styles.line}>
          <LoadingStatus lateHref={null} />
          <LoadingStatus lateHref={here} />
        </div>
      </Specimen>
      <Specimen name="ErrorScreenContent, 503">
        <ErrorScreenContent status={503} failure={{ requestId: 'a-request-id' }} />
      </Specimen>
      <Specimen name="ErrorScreenContent, offline">
        {/* Closed, because a page has these links once. */}
        <details>
          <summary>Show it</summary>
          <ErrorScreenContent status={503} failure={{ offline: true }} />
        </details>
      </Specimen>
    </>
  );
}
