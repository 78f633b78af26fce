import { type Client, isApiFailure } from '../../contract/http/client.ts';
import { completeSections } from './complete-sections.ts';

/**
 * Returns whether the page at a path has the form for enquiries. Says so too if that is not known right now: the form
 * then keeps what was typed.
 */
export async function hasEnquiryForm(client: Client, path: string): Promise<boolean> {
  try {
    const page = await client.entries('PAGE', 'item', { slug: path === '/' ? 'home' : path.slice(1) });
    return completeSections(page).sections.some((section) => section.kind === 'form' && section.form === 'enquiry');
  } catch (error) {
    return !(isApiFailure(error) && error.kind === 'client');
  }
}
