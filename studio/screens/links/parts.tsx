import { CornerDownRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { ButtonLink, Submit } from '../../parts/button.tsx';
import { FilterChips } from '../../parts/filter-chips.tsx';
import { ActionOutcome } from '../../parts/notice.tsx';
import { ScreenLayout } from '../../parts/page.tsx';
import { PostForm } from '../../parts/post-form.tsx';
import { ViewTabs } from '../../parts/view-tabs.tsx';
import { readFields } from '../../read-fields.ts';
import type { ActionResult, ScreenArgs } from '../../screen.ts';

/** Renders one of the screens about links, with tabs that lead to the others and the answer to its last form. */
export function LinksLayout({ children, ...head }: { state: ReactNode; actions?: ReactNode; children: ReactNode }) {
  return (
    <ScreenLayout title="Links" {...head}>
      <ViewTabs
        label="Links"
        views={[
          { label: 'Broken links', path: '/studio/links' },
          { label: 'Other sites', path: '/studio/links/external' },
          { label: 'Not found', path: '/studio/links/not-found' },
          { label: 'Redirects', path: '/studio/redirects' },
        ]}
      />
      <ActionOutcome />
      {children}
    </ScreenLayout>
  );
}

/** Renders the search of a screen about links, and its one filter, whose first option is everything. */
export function LinkFilters({
  q,
  value = '',
  options,
  ...chip
}: {
  q?: string;
  name: string;
  label: string;
  value: string | undefined;
  options: Readonly<Record<string, string>>;
}) {
  const choices = Object.entries(options).map(([option, label]) => ({ value: option, label }));
  return (
    <FilterChips
      {...(q !== undefined && { search: { name: 'q', label: 'Search addresses', value: q } })}
      chips={[{ ...chip, value, options: choices }]}
    />
  );
}

/** Offers a redirect from an address: at once to the page that is most like it, or by the form of redirects. */
export function RedirectButton({ path, suggestion }: { path: string; suggestion: string | null }) {
  if (suggestion === null)
    return (
      <ButtonLink
        to={`/studio/redirects?add=yes&from=${encodeURIComponent(path)}`}
        look="bare"
        icon={CornerDownRight}
        label="Redirect"
        aria-label={`Redirect ${path}`}
      />
    );
  return (
    <PostForm sends={{ intent: 'create', path, target: suggestion }}>
      <Submit look="bare" icon={CornerDownRight} aria-label={`Redirect to ${suggestion} from ${path}`}>
        Redirect to {suggestion}
      </Submit>
    </PostForm>
  );
}

/** Adds the redirect of a `RedirectButton`. */
export async function addOfferedRedirect({
  client,
  form,
}: ScreenArgs & { form: Record<string, string> }): Promise<ActionResult> {
  const made = await client.call('addRedirect', readFields(form, 'path', 'target'));
  return { done: `${made.path} now leads to ${made.leadsTo ?? made.target}.` };
}
