import { getEntryPath } from '../../contract/entry-types.ts';
import { Link } from './link.tsx';
import { getContactAddress } from './navigation.ts';

interface PlanLinksProps {
  slug: string;
  title: string;
  className: string | undefined;
}

/** Renders links to the plan's enquiry form and to the contact form, both of which know which plan is meant. */
export function PlanLinks({ slug, title, className }: PlanLinksProps) {
  const path = getEntryPath('PLAN', slug);
  return (
    <p className={className}>
      <Link to={`${path}#send-enquiry`}>Start with {title}</Link>
      <Link to={getContactAddress(path)}>Ask about {title}</Link>
    </p>
  );
}
