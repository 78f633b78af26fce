import { evaluateSpamRules } from '../../api/messages/submissions/spam/evaluate.ts';

// Prints precision and recall of the spam rules on the labelled corpus, and every misclassified message. `npm run
// eval:spam [dev|held-out]`.

const parts = ['dev', 'held-out'] as const;
const [, , chosen] = process.argv;
if (chosen && !parts.some((part) => part === chosen)) throw new Error(`There is no part "${chosen}" of the corpus.`);
for (const part of parts) {
  if (chosen && chosen !== part) continue;
  const { messages, spam, precision, recall, wrong } = evaluateSpamRules(part);
  console.log(
    `${part}: ${messages} messages, ${spam} of them spam: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`,
  );
  for (const { kind, score, reasons, text } of wrong)
    console.log(
      `  ${kind} (${score}${reasons.length > 0 ? `: ${reasons.join(', ')}` : ''})  ${text.replace(/\s+/g, ' ').slice(0, 110)}`,
    );
}
