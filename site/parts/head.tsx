import { useEffect, useState } from 'react';
import { useLocation, useMatches } from 'react-router';
import type { PageHead, RouteHandle } from '../page.ts';
import type { SiteSettings } from '../settings.ts';

const failureTitles: Record<number, string> = {
  404: 'Page not found',
  410: 'This page is gone',
  503: 'Not available right now',
};

/** Returns the head of the error screen for an HTTP status. */
export function createErrorHead(status: number): PageHead {
  const title = failureTitles[status] ?? 'Something went wrong';
  return { title, description: title, canonical: null, noindex: true };
}

/**
 * Renders title, description, canonical link, Open Graph and Twitter card. React moves them into the document's head.
 */
export function HeadTags({ head, settings }: { head: PageHead; settings: SiteSettings }) {
  const title = head.canonical === '/' && !head.noindex ? head.title : `${head.title} · ${settings.company.name}`;
  const canonical = head.canonical === null ? null : settings.siteUrl + head.canonical;
  const image = settings.siteUrl + (head.image ?? '/social-image.png');
  const { article } = head;
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={head.description} />
      {head.noindex && <meta name="robots" content="noindex" />}
      {canonical && <link rel="canonical" href={canonical} />}
      {head.previous && <link rel="prev" href={settings.siteUrl + head.previous} />}
      {head.next && <link rel="next" href={settings.siteUrl + head.next} />}
      <meta property="og:site_name" content={settings.company.name} />
      <meta property="og:type" content={article ? 'article' : 'website'} />
      <meta property="og:title" content={head.title} />
      <meta property="og:description" content={head.description} />
      {canonical && <meta property="og:url" content={canonical} />}
      <meta property="og:locale" content="en_GB" />
      <meta property="og:image" content={image} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={head.title} />
      {article && <meta property="article:published_time" content={article.published} />}
      {article?.modified && <meta property="article:modified_time" content={article.modified} />}
      {article?.author && <meta name="author" content={article.author} />}
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

/**
 * Renders the page's schema.org objects as JSON-LD. Every `<` is escaped, so that no text can close the script element.
 */
export function StructuredData({ head }: { head: PageHead }) {
  const graph = head.structuredData;
  if (!graph?.length) return null;
  const json = JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }).replaceAll('<', '\\u003c');
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}

/** Renders the head of the current page in the browser. On the server `entry-server.tsx` renders the head. */
export function PageHeadTags({ settings }: { settings: SiteSettings }) {
  const match = useMatches().at(-1);
  const handle = match?.handle as RouteHandle | undefined;
  if (typeof document === 'undefined' || !handle || match?.loaderData === undefined) return null;
  return <HeadTags head={handle.page.head(match.loaderData, settings)} settings={settings} />;
}

/** Renders the head of the error screen in the browser. */
export function ErrorHeadTags({ settings, status }: { settings: SiteSettings; status: number }) {
  if (typeof document === 'undefined') return null;
  return <HeadTags head={createErrorHead(status)} settings={settings} />;
}

/**
 * Announces the title of the new page to screen readers after a navigation, which they do themselves after a page load.
 */
export function TitleAnnouncer() {
  const { key } = useLocation();
  const [title, setTitle] = useState('');
  useEffect(() => {
    if (key !== 'default') setTitle(document.title);
  }, [key]);
  return (
    <p className="visually-hidden" aria-live="polite">
      {title}
    </p>
  );
}
