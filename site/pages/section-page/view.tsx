import { getPageEntryBreadcrumbs } from '../../parts/page-entry.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { PreviewBar } from '../../parts/preview-bar.tsx';
import { SectionList } from '../../sections/section-list.tsx';
import { getSectionCode } from '../../sections/section-views.ts';
import type { SiteSettings } from '../../settings.ts';
import type { SectionPageData } from './load.ts';

/** Renders a page of sections. The page has a header of its own, unless it begins with an opening. */
export function SectionPageView({ data, settings }: { data: SectionPageData; settings: SiteSettings }) {
  const { page, summary, sections } = data;
  const replaced = sections.flatMap(
    ({ section, data }) => getSectionCode(section).getHeader?.(data, settings) ?? [],
  )[0];
  const header = replaced ?? { title: data.heading ?? page.title, lede: data.lede ?? summary };
  return (
    <>
      <PreviewBar isPreview={page.isPreview} />
      {sections[0]?.section.kind !== 'hero' && (
        <PageHeader
          {...header}
          breadcrumbs={getPageEntryBreadcrumbs(
            replaced && page.slug !== 'thank-you' ? { ...page, title: replaced.title } : page,
          )}
        />
      )}
      <SectionList sections={sections} page={page} />
    </>
  );
}
