import type { MetricName } from '../../contract/content/metric-names.ts';
import type { MeasuredEvent, measuredForms } from '../../contract/forms/measured-events.ts';
import { readConsent } from '../device/consent.ts';
import type {} from './web-vitals.ts';

// The script of pages that an owner has measured. It stores nothing on the device and sends no identifier. A visitor
// who refused to be recognised, or whose browser sends Global Privacy Control, is not measured.

const path = '/api/measurements/create';
/** The most events of one request. */
const most = 30;

const waiting: MeasuredEvent[] = [];

/** Sends what waits, also while the browser leaves the page. A failed report must not disturb the visitor. */
function send(): void {
  while (waiting.length > 0) {
    const body = JSON.stringify({ events: waiting.splice(0, most) });
    const headers = { 'content-type': 'application/json' };
    fetch(path, { method: 'POST', headers, body, keepalive: true }).catch(() => undefined);
  }
}

type FormName = (typeof measuredForms)[number];

/** A form that was begun: the field that was used last, and whether it was sent since. */
const begun = new Map<FormName, { field: string; isSent: boolean }>();

/** Returns the name of a form by its fields; null for a search and other forms. */
function findForm({ elements }: HTMLFormElement): FormName | null {
  const has = (name: string) => elements.namedItem(name) !== null;
  // Every form that sends something to the company has the field that only programs fill in.
  if (!has('email') || !has('homepage')) return null;
  if (has('subject')) return 'ENQUIRY';
  return has('timeZone') ? 'CONSULTATION' : 'CONTACT';
}

function noteInput({ target }: Event): void {
  const field = target as HTMLInputElement;
  const name = field.form && findForm(field.form);
  if (!name || !/^[a-zA-Z]{1,40}$/.test(field.name)) return;
  if (!begun.has(name)) waiting.push({ kind: 'begun', form: name });
  begun.set(name, { field: field.name, isSent: false });
}

function noteSubmit({ target }: Event): void {
  const name = findForm(target as HTMLFormElement);
  const state = name && begun.get(name);
  if (state) state.isSent = true;
}

/** The page whose views were reported last, so that a link within a page is no new view. */
let lastPage = '';

function notePage(): void {
  const { pathname } = location;
  if (pathname === lastPage) return;
  lastPage = pathname;
  waiting.push({ kind: 'opened', page: pathname });
}

function start(): void {
  notePage();
  const page = lastPage;
  window.webVitalsHandler = ({ name, value }) =>
    waiting.push({ kind: 'vital', page, metric: name as MetricName, value: Math.round(value * 10_000) / 10_000 });
  addEventListener('input', noteInput, { capture: true, passive: true });
  addEventListener('submit', noteSubmit, { capture: true });
  // Browsers without this interface report no page that is opened without loading a document.
  (globalThis as { navigation?: EventTarget }).navigation?.addEventListener('currententrychange', notePage);
  // The library reports its last values in an earlier phase of the same event.
  addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') send();
  });
  addEventListener('pagehide', () => {
    for (const [form, { field, isSent }] of begun) if (!isSent) waiting.push({ kind: 'left', form, field });
    begun.clear();
    send();
  });
}

const consent = readConsent();
if (consent !== 'refused' && consent !== 'signalled') start();
