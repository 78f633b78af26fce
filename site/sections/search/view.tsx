import { SearchForm } from '../../parts/search-form.tsx';
import { SectionFrame } from '../../parts/section-frame.tsx';
import { createSection, type SectionProps } from '../section.ts';

/** Renders the search field of the site. */
function SearchSection(props: SectionProps<'search', null>) {
  return (
    <SectionFrame {...props}>
      <SearchForm />
    </SectionFrame>
  );
}

export const section = createSection<'search', null>('search', { View: SearchSection });
