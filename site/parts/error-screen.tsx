import { use } from 'react';
import { isRouteErrorResponse, useLocation, useNavigate, useRouteError } from 'react-router';
import type { RouteFailure } from '../failures.ts';
import { isCodeFailure } from '../load-code.ts';
import { SettingsContext } from '../settings.ts';
import actions from './action.module.css';
import styles from './error-screen.module.css';
import { FailureHeadTags } from './head.tsx';
import { Link } from './link.tsx';
import { listLink } from './navigation.ts';
import { SearchForm } from './search-form.tsx';
import { SupportMail } from './support-mail.tsx';

interface Kind {
  heading: string;
  hint: string;
  /** The same address may answer in a moment. */
  again: boolean;
}

const kinds: Record<number, Kind> = {
  400: {
    heading: 'This form reached us broken',
    hint: 'Go back, where your browser kept what you typed, and send it again. If it stays, write to us.',
    again: true,
  },
  403: {
    heading: 'This form did not come from our page',
    hint: 'We take forms from our own pages alone, so that no other site can send one in your name. Nothing was stored: open this page anew and send it from there.',
    again: true,
  },
  404: {
    heading: 'There is nothing at this address',
    hint: 'The address may be mistyped, or the page has another name now. Search for it, or follow a link below.',
    again: false,
  },
  410: {
    heading: 'This page was taken down',
    hint: 'It was here once and we removed it on purpose, so it will not come back. What replaced it may be among these.',
    again: false,
  },
  405: {
    heading: 'This page takes no messages',
    hint: 'What was sent here reached nobody. Our contact page, among the links below, is the place for it.',
    again: true,
  },
  413: {
    heading: 'That was more than we can take at once',
    hint: 'Nothing was stored. Go back, where your browser kept what you typed, shorten it, and send it again.',
    again: true,
  },
  415: {
    heading: 'We cannot read what was sent',
    hint: 'It came in a format that our forms do not use, and nothing was stored. Open this page anew and send it from there.',
    again: true,
  },
  429: {
    heading: 'That was a little too fast',
    hint: 'More requests came from your network than we answer in a minute. Wait for one, then try again.',
    again: true,
  },
  503: {
    heading: 'We cannot answer just now',
    hint: 'A part this page needs is not reachable. Nothing you did caused it, and trying again in a minute usually helps.',
    again: true,
  },
};

const broken: Kind = {
  heading: 'Something broke on our side',
  hint: 'The fault is written down with the number below. Try again, and write to us if it stays.',
  again: true,
};

/** Without a request that could be named: the page broke in the browser, and nothing is written down. */
const brokenHere: Kind = { ...broken, hint: 'Load the page again, and write to us if it stays.' };

const missingCode: Kind = {
  heading: 'This page did not arrive whole',
  hint: 'Its code could not be loaded, although we tried six times. Check your connection, then try again.',
  again: true,
};

const offline: Kind = {
  heading: 'You seem to be offline',
  hint: 'This page did not reach you. Check your connection, then load it again.',
  again: true,
};

const fallbackLinks = [
  { href: '/', label: 'Home' },
  listLink('SERVICE'),
  listLink('PLAN'),
  listLink('BLOG'),
  { href: '/contact-us', label: 'Contact us' },
];

/** Reads whatever was thrown; an error that is no answer of ours counts as 500, or as offline where the browser says so. */
function readFailure(error: unknown): { status: number; failure: Partial<RouteFailure>; lacksCode?: boolean } {
  const unplugged = typeof navigator !== 'undefined' && navigator.onLine === false;
  if (isRouteErrorResponse(error)) {
    const failure = typeof error.data === 'object' && error.data ? (error.data as Partial<RouteFailure>) : {};
    return { status: error.status, failure };
  }
  const lacksCode = isCodeFailure(error);
  return { status: unplugged || lacksCode ? 503 : 500, failure: { offline: unplugged }, lacksCode };
}

function kindOf({ status, failure, lacksCode }: ReturnType<typeof readFailure>): Kind {
  if (failure.offline) return offline;
  if (lacksCode) return missingCode;
  return kinds[status] ?? (failure.requestId ? broken : brokenHere);
}

/** What the drawing shows between its two ends. */
function figureOf({ status, failure, lacksCode }: ReturnType<typeof readFailure>): string | number {
  if (failure.offline) return 'no line';
  return lacksCode ? 'no code' : status;
}

/** Opens the same address again inside the site, so that only what is missing is loaded. */
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

/** Fields that hold what a visitor wrote, by their names in the forms. */
const typedLabels = {
  name: 'Name',
  email: 'E-mail',
  company: 'Company',
  contactNumber: 'Telephone',
  message: 'Message',
};

/** What the visitor typed into a form whose page cannot be shown. */
function TypedText({ typed }: { typed: Record<string, string> }) {
  const fields = Object.entries(typedLabels).filter(([name]) => typed[name]);
  if (fields.length === 0) return null;
  return (
    <section aria-labelledby="typed">
      <h2 id="typed">What you typed</h2>
      <p>It was not stored. Reload this page in a minute to send it again, or copy it from here.</p>
      <dl className={styles.typed}>
        {fields.map(([name, label]) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>{typed[name]}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The one screen for every failure. */
export function ErrorScreen() {
  const settings = use(SettingsContext);
  const read = readFailure(useRouteError());
  return (
    <>
      <FailureHeadTags settings={settings} status={read.status} />
      <FailureScreen {...read} />
    </>
  );
}

/** What the screen shows of a failure. */
export function FailureScreen(read: ReturnType<typeof readFailure>) {
  const { pathname, search } = useLocation();
  const { status, failure, lacksCode } = read;
  const kind = kindOf(read);
  const links = failure.links?.length ? failure.links : fallbackLinks;
  return (
    <div className={styles.screen}>
      <svg viewBox="0 0 640 150" className={styles.drawing} aria-hidden="true">
        <path d="M0 90h236M404 90h236" className={styles.wire} />
        <circle cx="244" cy="90" r="7" className={styles.end} />
        <circle cx="396" cy="90" r="7" className={styles.end} />
        <path d="M244 74V30M396 74V30M244 40h152M256 35l-12 5 12 5M384 35l12 5-12 5" className={styles.measure} />
        <text x="320" y="26" className={styles.figure}>
          {figureOf(read)}
        </text>
      </svg>
      <h1 tabIndex={-1}>{kind.heading}</h1>
      <p className={styles.hint}>{status === 429 && failure.message ? failure.message : kind.hint}</p>
      {failure.typed && <TypedText typed={failure.typed} />}
      {kind.again && (
        <p className={styles.again}>
          {lacksCode && <TryAgain />}
          <a href={pathname + search}>{lacksCode ? 'Open the page directly' : 'Load this page again'}</a>
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
            and name the request <code>{failure.requestId}</code>
          </>
        )}
        .
      </p>
    </div>
  );
}
