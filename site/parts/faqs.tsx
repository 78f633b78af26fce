import type { Faq } from '../../contract/content/entry-fields.ts';
import styles from './faqs.module.css';

/** Renders questions as disclosures, which the browser's find-in-page opens too. */
export function Faqs({ faqs }: { faqs: readonly Faq[] }) {
  if (faqs.length === 0) return null;
  return (
    <div className={styles.faqs}>
      {faqs.map(({ question, answer }) => (
        <details key={question} className={styles.faq}>
          <summary dir="auto" className={styles.question}>
            {question}
          </summary>
          <p dir="auto" className={styles.answer}>
            {answer}
          </p>
        </details>
      ))}
    </div>
  );
}
