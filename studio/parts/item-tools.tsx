import { Button } from './button.tsx';
import styles from './item-tools.module.css';

/** Renders the buttons that move an item of a list and remove it. `name` says which item that is. */
export function ItemTools({
  name,
  index,
  count,
  onMove,
  onRemove,
}: {
  name: string;
  index: number;
  count: number;
  onMove: (step: number) => void;
  onRemove: () => void;
}) {
  return (
    <div className={styles.tools}>
      <Button disabled={index === 0} aria-label={`Move ${name} up`} onClick={() => onMove(-1)}>
        ↑
      </Button>
      <Button disabled={index === count - 1} aria-label={`Move ${name} down`} onClick={() => onMove(1)}>
        ↓
      </Button>
      <Button aria-label={`Remove ${name}`} onClick={onRemove}>
        ×
      </Button>
    </div>
  );
}
