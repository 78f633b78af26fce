import type { Faq } from '../../../contract/content/entry-fields.ts';
import type { EntryCard } from '../../../contract/content/entry-shapes.ts';

/** Returns the questions that every plan answers with the same words, in the order of the first plan. */
export function getSharedFaqs(plans: readonly Pick<EntryCard<'PLAN'>, 'fields'>[]): Faq[] {
  const [first, ...others] = plans.map(({ fields }) => fields.faqs ?? []);
  return (first ?? []).filter(({ question, answer }) =>
    others.every((faqs) => faqs.some((faq) => faq.question === question && faq.answer === answer)),
  );
}
