import { describePath } from '../../fields/describe-path.ts';
import { Button } from '../../parts/button.tsx';
import styles from './problem-list.module.css';
import type { EntryProblem } from './use-problems.ts';

/** Lists what stands in the way of publishing. Each problem leads to its field. */
export function ProblemList({
  problems,
  onProblem,
}: {
  problems: readonly EntryProblem[];
  onProblem: (problem: EntryProblem) => void;
}) {
  return (
    <ul className={styles.list}>
      {problems.map((problem) => (
        <li key={`${problem.path} ${problem.line} ${problem.message}`}>
          <Button className={styles.problem} onClick={() => onProblem(problem)}>
            {describePath(problem.path)}
            {problem.line ? `, line ${problem.line}` : ''}: {problem.message}
          </Button>
        </li>
      ))}
    </ul>
  );
}
