import { createFailure } from '../../failures.ts';
import type { ActionArgs, PageDefinition } from '../../page.ts';
import { createPageEntryHead } from '../../parts/page-entry.ts';
import { hasEnquiryForm } from '../../sections/has-enquiry-form.ts';
import { preloadSectionCode } from '../../sections/load-sections.ts';
import { getSectionCode } from '../../sections/section-views.ts';
import type { SectionPageData } from './load.ts';
import { SectionPageView } from './view.tsx';

/**
 * Handles an enquiry that was sent without JavaScript, on a page with the form. In the browser, enquiry-form.tsx calls
 * the API itself.
 */
export const enquiryAction = import.meta.env.SSR
  ? async (args: ActionArgs) => {
      if (!(await hasEnquiryForm(args.client, args.url.pathname))) throw createFailure(405);
      return (await import('../../forms/handle-enquiry-post.ts')).handleEnquiryPost(args);
    }
  : undefined;

/** The query parameters that sections read. */
export const sectionParameters = ['admin', 'pathName', 'position', 'persona', 'interest'] as const;

export function createSectionPage(
  own: Pick<PageDefinition<SectionPageData>, 'loader' | 'action' | 'parameters' | 'reloadsAfterRefusal'>,
): PageDefinition<SectionPageData> {
  return {
    ...own,
    View: SectionPageView,
    head: ({ page, summary, sections }, settings) =>
      sections.reduce(
        (head, { section, data }) => getSectionCode(section).describeHead?.(head, data, settings) ?? head,
        createPageEntryHead({ ...page, summary, preview: page.isPreview }, page.path, settings),
      ),
    cache: ({ page, sections }) =>
      page.isPreview || sections.some(({ section }) => getSectionCode(section).isUncacheable) ? 'never' : 'public',
    timeZone: ({ sections }) =>
      sections.map(({ section, data }) => getSectionCode(section).timeZone?.(data)).find(Boolean) ?? null,
    preloadModules: ({ sections }) => preloadSectionCode(sections),
  };
}
