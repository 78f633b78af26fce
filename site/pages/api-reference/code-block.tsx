import { ScrollBox } from '../../parts/scroll-box.tsx';
import styles from './code-block.module.css';

/** Renders a code block that scrolls sideways. */
export function CodeBlock({ label, text }: { label: string; text: string }) {
  return (
    <ScrollBox label={label} className={styles.container}>
      <pre className={styles.code}>
        <code>{text}</code>
      </pre>
    </ScrollBox>
  );
}
