import { describePath } from '../../fields/describe-path.ts';
import { Button } from '../../parts/button.tsx';
import styles from './problem-list.module.css';
import type { EntryProblem } from './use-problems.ts';

/** Lists what stands in the way of publishing. Each problem leads to its field. */
export function ProblemList({
  problems,
  fields,
  onProblem,
}: {
  problems: readonly EntryProblem[];
  /** The own fields of the entry, whose sections the problems name. */
  fields: Record<string, unknown>;
  onProblem: (problem: EntryProblem) => void;
}) {
  return (
    <ul className={styles.list}>
      {problems.map((problem) => (
        <li key={`${problem.path} ${problem.line} ${problem.message}`}>
          <Button className={styles.problem} onClick={() => onProblem(problem)}>
            {describePath(problem.path, fields)}
            {problem.line ? `, line ${problem.line}` : ''}: {problem.message}
          </Button>
        </li>
      ))}
    </ul>
  );
}
