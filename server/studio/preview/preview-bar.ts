import { toLocalTime } from '../../../contract/content/local-time.ts';
import { escapeText } from '../../../site/drawings/svg.ts';
import { createHashSource } from '../../http/content-policy.ts';

/**
 * The style of the bar, of marked changes, and of the page that says why there is no preview. Previews allow it by its
 * hash, because they load no style of the Studio.
 */
const barStyle = `
.preview-bar{display:flex;flex-wrap:wrap;gap:.25rem 1rem;align-items:baseline;padding:.6rem 1rem;
background:var(--annotation-wash);color:var(--ink);border-block-end:1px solid var(--annotation);font-size:.9rem}
.preview-bar p{margin:0}
.preview-bar :is(details,ul){flex-basis:100%}
.preview-bar ul{margin:0}
.preview-bar a{color:inherit;text-decoration:underline;padding-block:.3rem}
.preview-change{outline:1px dashed;outline-offset:.15em;background:color-mix(in srgb,currentColor 10%,transparent)}
ins.preview-change{text-decoration-thickness:1px}
.preview-problem main{max-inline-size:40rem;padding:3rem 1.5rem;display:grid;gap:1rem}
@media print{.preview-bar{display:none}}`;

export const barStyleElement = `<style>${barStyle}</style>`;

export const barStyleSource = createHashSource(barStyle);

export interface BarLink {
  text: string;
  href: string;
}

/** The content of the bar of a preview. */
export interface BarText {
  /** Says in a few words what the preview shows. */
  title: string;
  sentence: string;
  /** What the sections that the preview leaves out lack. */
  missing: readonly string[];
  /** Says how the preview may differ from what visitors get. */
  limits: readonly string[];
  links: readonly BarLink[];
}

/** Renders the bar that says what a preview shows, with links to other previews and out of the preview. */
export function renderBar({ title, sentence, missing, limits, links }: BarText): string {
  const renderList = (all: readonly string[]) =>
    `<ul>${all.map((text) => `<li>${escapeText(text)}</li>`).join('')}</ul>`;
  return [
    `${barStyleElement}<aside class="preview-bar" aria-label="About this preview">`,
    `<p><strong>${escapeText(title)}</strong> ${escapeText(sentence)}</p>`,
    ...links.map(({ text, href }) => `<a href="${escapeText(href)}" target="_top">${escapeText(text)}</a>`),
    missing.length > 0 && `<p>Sections that are not complete are left out:</p>${renderList(missing)}`,
    limits.length > 0 && `<details><summary>What may differ</summary>${renderList(limits)}</details>`,
    '</aside>',
  ]
    .filter(Boolean)
    .join('');
}

/** Formats a moment in a time zone: `1 Dec 2026, 09:00 (Europe/London, GMT)`. */
export function formatMoment(at: Date, timeZone: string): string {
  const { day, time, offset } = toLocalTime(at.toISOString(), timeZone);
  return `${day}, ${time} (${timeZone}, ${offset})`;
}

/**
 * Returns how a preview of a moment may differ from the site at that moment. Changes have been recorded since
 * `recordedSince`.
 */
export function listPossibleDifferences(at: Date, now: Date, recordedSince: Date, timeZone: string): string[] {
  const common = 'Pictures, categories, people and menus are those of today.';
  if (at >= now) return ['Shows what is scheduled now. Anything published before then will be added.', common];
  return [
    ...(at < recordedSince
      ? [
          `Changes have been recorded since ${formatMoment(recordedSince, timeZone)}. Of earlier times, only the texts are known.`,
        ]
      : []),
    common,
    'Entries removed since then are missing. Imported entries are shown from the date they were given.',
    'The spelling suggestions of search are those of today.',
  ];
}
