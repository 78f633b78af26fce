import { use } from 'react';
import { isRouteErrorResponse, useLocation, useNavigate, useRouteError } from 'react-router';
import type { ListSummaries } from '../../contract/content/list-settings.ts';
import type { RouteFailure } from '../failures.ts';
import { isCodeFailure } from '../hydration/load-code.ts';
import { SiteSettingsContext } from '../settings.ts';
import actions from './action.module.css';
import styles from './error-screen.module.css';
import { ErrorHeadTags } from './head.tsx';
import { Link } from './link.tsx';
import { getListLink } from './navigation.ts';
import { SearchForm } from './search-form.tsx';
import { SupportMail } from './support-mail.tsx';

interface ErrorText {
  heading: string;
  hint: string;
}

/** The texts of statuses that occur in browsers too; `entry-server.tsx` has those that only the server answers with. */
const errorTexts: Record<number, ErrorText> = {
  404: {
    heading: 'There is nothing at this address',
    hint: 'The address may be mistyped, or the page has moved. Search for it, or follow a link below.',
  },
  429: {
    heading: 'Too many requests',
    hint: 'Your network sent more requests than we answer in a minute. Wait a minute, then try again.',
  },
  503: {
    heading: 'The site is unavailable right now',
    hint: 'Something that this page needs is not available. Try again in a minute.',
  },
};

const serverError: ErrorText = {
  heading: 'Something went wrong on our side',
  hint: 'We have logged the error. Try again, and write to us if that does not help.',
};

/** For an error in the browser, which has no request id and is not in the server's log. */
const browserError: ErrorText = { ...serverError, hint: 'Load the page again, and write to us if that does not help.' };

const codeNotLoaded: ErrorText = {
  heading: 'Part of this page did not load',
  hint: 'Check your connection, then try again.',
};

const offline: ErrorText = {
  heading: 'You seem to be offline',
  hint: 'This page could not be loaded. Check your connection, then load it again.',
};

const getFallbackLinks = (lists: ListSummaries) => [
  { href: '/', label: 'Home' },
  getListLink(lists, 'SERVICE'),
  getListLink(lists, 'PLAN'),
  getListLink(lists, 'BLOG'),
  { href: '/contact-us', label: 'Contact us' },
];

interface ScreenError {
  /** HTTP status. */
  status: number;
  failure: Partial<RouteFailure>;
  /** Whether the code of the page could not be loaded. */
  isCodeMissing?: boolean;
}

/** Reads the error of a route. An error that is no response has status 500, or 503 if offline or if code is missing. */
function readError(error: unknown): ScreenError {
  const isOffline = typeof navigator !== 'undefined' && navigator.onLine === false;
  if (isRouteErrorResponse(error)) {
    const failure = typeof error.data === 'object' && error.data ? (error.data as Partial<RouteFailure>) : {};
    return { status: error.status, failure };
  }
  const isCodeMissing = isCodeFailure(error);
  return { status: isOffline || isCodeMissing ? 503 : 500, failure: { offline: isOffline }, isCodeMissing };
}

function selectErrorText({ status, failure, isCodeMissing }: ScreenError): ErrorText {
  if (failure.offline) return offline;
  if (isCodeMissing) return codeNotLoaded;
  return errorTexts[status] ?? (failure.requestId ? serverError : browserError);
}

/** Returns the text in the middle of the drawing. */
function getDrawingLabel({ status, failure, isCodeMissing }: ScreenError): string | number {
  if (failure.offline) return 'no line';
  return isCodeMissing ? 'no code' : status;
}

/** Renders the button that navigates to the same address again, which loads only the missing code. */
function TryAgain() {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  return (
    <button
      type="button"
      className={actions.quiet}
      onClick={() => void navigate(pathname + search + hash, { replace: true })}
    >
      Try again
    </button>
  );
}

/** Labels of the fields that visitors type into, by field name. */
const typedLabels = {
  name: 'Name',
  email: 'E-mail',
  company: 'Company',
  contactNumber: 'Telephone',
  message: 'Message',
};

/** Renders what the visitor typed into a form whose page cannot be shown, so that nothing is lost. */
function TypedValues({ typed }: { typed: Record<string, string> }) {
  const fields = Object.entries(typedLabels).filter(([name]) => typed[name]);
  if (fields.length === 0) return null;
  return (
    <section aria-labelledby="typed">
      <h2 id="typed">What you typed</h2>
      <p>It was not stored. Reload this page in a minute to send it again, or copy it from here.</p>
      <dl className={styles.typedValues}>
        {fields.map(([name, label]) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd dir="auto">{typed[name]}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Renders the screen for every error of a route, with its head. */
export function ErrorScreen() {
  const settings = use(SiteSettingsContext);
  const error = readError(useRouteError());
  return (
    <>
      <ErrorHeadTags settings={settings} status={error.status} />
      <ErrorScreenContent {...error} />
    </>
  );
}

/** Renders the text, links and form of the error screen. */
export function ErrorScreenContent(error: ScreenError) {
  const { pathname, search } = useLocation();
  const { status, failure, isCodeMissing } = error;
  const { heading, hint } = selectErrorText(error);
  const { lists } = use(SiteSettingsContext);
  const links = failure.links?.length ? failure.links : getFallbackLinks(lists);
  return (
    <div className={styles.screen}>
      <svg viewBox="0 0 640 150" className={styles.drawing} data-part="decoration" aria-hidden="true">
        <path d="M0 90h236M404 90h236" className={styles.wire} />
        <circle cx="244" cy="90" r="7" className={styles.wireEnd} />
        <circle cx="396" cy="90" r="7" className={styles.wireEnd} />
        <path d="M244 74V30M396 74V30M244 40h152M256 35l-12 5 12 5M384 35l12 5-12 5" className={styles.measure} />
        <text x="320" y="26" className={styles.drawingLabel}>
          {getDrawingLabel(error)}
        </text>
      </svg>
      <h1 tabIndex={-1}>{failure.heading ?? heading}</h1>
      <p className={styles.hint}>{((status === 429 || failure.heading) && failure.message) || hint}</p>
      {failure.typed && <TypedValues typed={failure.typed} />}
      {status !== 404 && status !== 410 && (
        <p className={styles.retry}>
          {isCodeMissing && <TryAgain />}
          <a href={pathname + search}>{isCodeMissing ? 'Open the page directly' : 'Load this page again'}</a>
        </p>
      )}
      <SearchForm />
      <nav aria-label="Helpful links">
        <ul className={styles.links}>
          {links.map(({ href, label }) => (
            <li key={href}>
              <Link to={href}>{label}</Link>
            </li>
          ))}
        </ul>
      </nav>
      <p className={styles.help}>
        Stuck? Write to <SupportMail />
        {failure.requestId && (
          <>
            {' '}
            and quote the request <code>{failure.requestId}</code>
          </>
        )}
        .
      </p>
    </div>
  );
}
