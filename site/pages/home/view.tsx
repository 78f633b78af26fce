import { getEntryPath } from '../../../contract/content/entry-types.ts';
import { useActionRefusal } from '../../forms/use-action-refusal.ts';
import actions from '../../parts/action.module.css';
import { ActionLink } from '../../parts/action-link.tsx';
import { toEnquiryChoices } from '../../parts/enquiry-choices.ts';
import { EnquiryForm } from '../../parts/enquiry-form.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Link } from '../../parts/link.tsx';
import { MainAction } from '../../parts/main-action.tsx';
import { PageSection } from '../../parts/page-section.tsx';
import { PhoneDisclosure } from '../../parts/phone-disclosure.tsx';
import { PreviewBar } from '../../parts/preview-bar.tsx';
import { Prose } from '../../parts/prose.tsx';
import { QuizQuestion } from '../../parts/quiz-question.tsx';
import { SearchForm } from '../../parts/search-form.tsx';
import { toSubjectOptions } from './enquiry-subjects.ts';
import { LatestEntries } from './latest-entries.tsx';
import type { HomeContent, HomeData } from './load.ts';
import { PlanHighlights } from './plan-highlights.tsx';
import { RecommendedEntries } from './recommended-entries.tsx';
import { RequestSchematic } from './request-schematic.tsx';
import { SearchResults } from './search-results.tsx';
import { ServiceIndex } from './service-index.tsx';
import styles from './view.module.css';

function Hero({ data }: { data: HomeContent }) {
  const { title, fields } = data.home;
  return (
    <header className={styles.hero}>
      <div className={styles.introduction}>
        <h1 tabIndex={-1} className={styles.headline}>
          {fields.heading ?? title}
        </h1>
        {fields.lede && (
          <p dir="auto" className={styles.lede}>
            {fields.lede}
          </p>
        )}
        <p className={styles.actions}>
          <MainAction className={actions.primary} />
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

/** Renders the sections of Home. */
function HomeContentView({ data }: { data: HomeContent }) {
  const { home, services, plans, latest, trivia, subjects, personas, interests } = data;
  const refusal = useActionRefusal();
  return (
    <>
      <PreviewBar isPreview={home.preview} />
      <Hero data={data} />
      <PageSection number={1} title="What we do" isFullWidth>
        <ServiceIndex services={services} />
      </PageSection>
      <PageSection number={2} title="Search everything we have written" id="search">
        <SearchForm />
      </PageSection>
      <PageSection number={3} title="Plans and prices" isFullWidth>
        <PlanHighlights plans={plans} />
      </PageSection>
      <PageSection number={4} title="What is new" isFullWidth>
        <LatestEntries latest={latest} />
      </PageSection>
      {trivia && (
        <PageSection number={5} title="Question of the day" id="trivia">
          <QuizQuestion {...trivia}>
            <p>
              <Link to={getEntryPath('TRIVIA', trivia.slug)}>See why</Link>
            </p>
          </QuizQuestion>
        </PageSection>
      )}
      <PageSection number={6} title="Picked for you" id="recommended" isFullWidth>
        <RecommendedEntries data={data} />
      </PageSection>
      <PageSection number={7} title="How we work" isDark>
        <Prose html={home.html} />
        <p className={`${styles.actions} ${styles.nextActions}`}>
          <MainAction className={actions.primary} />
          <ActionLink href="/contact-us" kind="quiet">
            Write to us
          </ActionLink>
        </p>
      </PageSection>
      <PageSection number={8} title="Ask us" id="send-enquiry">
        <PhoneDisclosure summary="Write an enquiry" isOpenAtFirst={refusal !== null}>
          <EnquiryForm
            action="/"
            subject={{ options: toSubjectOptions(subjects) }}
            choices={toEnquiryChoices(personas, interests)}
          />
        </PhoneDisclosure>
      </PageSection>
    </>
  );
}

/** Renders Home, or the search results if the address has a search text. */
export function HomeView({ data }: { data: HomeData }) {
  return data.search ? <SearchResults search={data.search} /> : <HomeContentView data={data} />;
}
