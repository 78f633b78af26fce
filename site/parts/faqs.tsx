import type { Faq } from '../../contract/entry-fields.ts';
import { getDir } from '../../contract/text-direction.ts';
import styles from './faqs.module.css';

/** Renders questions as disclosures, which the browser's find-in-page opens too. */
export function Faqs({ faqs }: { faqs: readonly Faq[] }) {
  if (faqs.length === 0) return null;
  return (
    <div className={styles.faqs}>
      {faqs.map(({ question, answer }) => (
        <details key={question} className={styles.faq}>
          <summary dir={getDir(question)} className={styles.question}>
            {question}
          </summary>
          <p dir={getDir(answer)} className={styles.answer}>
            {answer}
          </p>
        </details>
      ))}
    </div>
  );
}
