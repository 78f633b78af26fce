import { getEntryPath } from '../../../contract/entry-types.ts';
import { ActionLink } from '../../parts/action-link.tsx';
import { enquiryChoices } from '../../parts/enquiry-choices.ts';
import { EnquiryForm } from '../../parts/enquiry-form.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Guess } from '../../parts/guess.tsx';
import { Link } from '../../parts/link.tsx';
import { consultationLink } from '../../parts/navigation.ts';
import { PreviewBar } from '../../parts/preview-bar.tsx';
import { Prose } from '../../parts/prose.tsx';
import { SearchForm } from '../../parts/search-form.tsx';
import { Sheet } from '../../parts/sheet.tsx';
import { Latest } from './latest.tsx';
import type { HomeData, HomeSections } from './load.ts';
import { PlanHighlights } from './plan-highlights.tsx';
import { Recommended } from './recommended.tsx';
import { RequestSchematic } from './request-schematic.tsx';
import { SearchResults } from './search-results.tsx';
import { ServiceIndex } from './service-index.tsx';
import { subjectOptions } from './subjects.ts';
import styles from './view.module.css';

function Hero({ data }: { data: HomeSections }) {
  const { title, fields } = data.home;
  return (
    <header className={styles.hero}>
      <div className={styles.words}>
        <h1 tabIndex={-1} className={styles.headline}>
          {fields.heading ?? title}
        </h1>
        {fields.lede && <p className={styles.lede}>{fields.lede}</p>}
        <p className={styles.actions}>
          <ActionLink href={consultationLink.href}>{consultationLink.label}</ActionLink>
          <ActionLink href="/what-we-do" kind="quiet">
            See what we do
          </ActionLink>
        </p>
      </div>
      <RequestSchematic services={data.services} />
      <div className={styles.facts}>
        <Facts facts={fields.facts ?? []} />
      </div>
    </header>
  );
}

/** Home: the hero, then what the company does, what it costs and what it knows. */
function Sections({ data }: { data: HomeSections }) {
  const { home, services, plans, latest, trivia, subjects, personas, interests } = data;
  return (
    <>
      <PreviewBar isPreview={home.preview} />
      <Hero data={data} />
      <Sheet number={1} title="What we do" bleed>
        <ServiceIndex services={services} />
      </Sheet>
      <Sheet number={2} title="Search everything we have written" id="search">
        <SearchForm />
      </Sheet>
      <Sheet number={3} title="Plans and prices" bleed>
        <PlanHighlights plans={plans} />
      </Sheet>
      <Sheet number={4} title="What is new" bleed>
        <Latest latest={latest} />
      </Sheet>
      {trivia && (
        <Sheet number={5} title="Question of the day" id="trivia">
          <Guess {...trivia}>
            <p>
              <Link to={getEntryPath('TRIVIA', trivia.slug)}>Why it is so</Link>
            </p>
          </Guess>
        </Sheet>
      )}
      <Sheet number={6} title="Picked for you" id="recommended" bleed>
        <Recommended data={data} />
      </Sheet>
      <Sheet number={7} title="How we work">
        <Prose html={home.html} />
        <p className={`${styles.actions} ${styles.next}`}>
          <ActionLink href={consultationLink.href}>{consultationLink.label}</ActionLink>
          <ActionLink href="/contact-us" kind="quiet">
            Write to us
          </ActionLink>
        </p>
      </Sheet>
      <Sheet number={8} title="Ask us" id="send-enquiry">
        <EnquiryForm
          action="/"
          subject={{ options: subjectOptions(subjects) }}
          choices={enquiryChoices(personas, interests)}
        />
      </Sheet>
    </>
  );
}

/** The Home screen; with a search text it is the search alone. */
export function HomeView({ data }: { data: HomeData }) {
  return data.search ? <SearchResults search={data.search} /> : <Sections data={data} />;
}
