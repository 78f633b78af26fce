import { getEntryPath } from '../../contract/content/entry-types.ts';
import actions from './action.module.css';
import { Link } from './link.tsx';
import { getContactAddress } from './navigation.ts';

interface PlanLinksProps {
  slug: string;
  title: string;
  className: string | undefined;
  /** Whether the links look like buttons, on the page of one plan. */
  areButtons?: boolean;
}

/** Renders links to the plan's enquiry form and to the contact form, both of which know which plan is meant. */
export function PlanLinks({ slug, title, className, areButtons = false }: PlanLinksProps) {
  const path = getEntryPath('PLAN', slug);
  return (
    <p className={className}>
      <Link to={`${path}#send-enquiry`} className={areButtons ? actions.primary : undefined}>
        Start with <bdi>{title}</bdi>
      </Link>
      <Link to={getContactAddress(path)} className={areButtons ? actions.quiet : undefined}>
        Ask about <bdi>{title}</bdi>
      </Link>
    </p>
  );
}
