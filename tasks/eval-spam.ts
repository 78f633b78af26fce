import { evaluateSpamRules } from '../api/submissions/spam/evaluate.ts';

// Prints precision and recall of the spam rules on the labelled corpus, and every misclassified message. `npm run
// eval:spam [dev|held-out]`.

const asked = process.argv[2];
for (const part of ['dev', 'held-out'] as const) {
  if (asked && asked !== part) continue;
  const { messages, spam, precision, recall, wrong } = evaluateSpamRules(part);
  console.log(
    `${part}: ${messages} messages, ${spam} of them spam: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`,
  );
  for (const { kind, score, reasons, text } of wrong)
    console.log(
      `  ${kind} (${score}${reasons.length > 0 ? `: ${reasons.join(', ')}` : ''})  ${text.replace(/\s+/g, ' ').slice(0, 110)}`,
    );
}
