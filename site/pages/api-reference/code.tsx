import { ScrollBox } from '../../parts/scroll-box.tsx';
import styles from './code.module.css';

/** Lines of code, whose long ones scroll. */
export function Code({ label, text }: { label: string; text: string }) {
  return (
    <ScrollBox label={label} className={styles.box}>
      <pre className={styles.code}>
        <code>{text}</code>
      </pre>
    </ScrollBox>
  );
}
