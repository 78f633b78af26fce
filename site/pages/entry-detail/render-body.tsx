import type { DataSheet } from '../../../contract/content/entry-fields.ts';
import { unknownHeights } from '../../parts/drawing.tsx';
import { Faqs } from '../../parts/faqs.tsx';
import { LongText } from '../../parts/long-text.tsx';
import { Prose } from '../../parts/prose.tsx';
import { QuizQuestion } from '../../parts/quiz-question.tsx';
import { SourceNote } from '../../parts/source-note.tsx';
import { ChartFigure } from '../../sections/chart/chart-figure.tsx';
import { renderAppBody } from './bodies/app.tsx';
import { renderMicroserviceBody } from './bodies/microservice.tsx';
import { renderPlanBody } from './bodies/plan.tsx';
import { renderServiceBody } from './bodies/service.tsx';
import type { BodyProps, BodySection, DetailType, EntryDetailData, RenderBody } from './entry-data.ts';

/** Renders a blog article: its text with a table of contents. */
function renderBlogBody({ entry }: BodyProps<'BLOG'>): BodySection[] {
  const content = <LongText html={entry.html} contents={entry.toc} />;
  return [{ id: 'text', title: 'Text', content, hasOwnFrame: true }];
}

/** Renders an infographic: its charts, each with a table of its figures, and its text. */
function renderInfographicBody({ entry, heights }: BodyProps<'INFOGRAPHIC'>): BodySection[] {
  const charts = entry.fields.sheets.map((sheet: DataSheet, index) => ({
    id: String(index + 1),
    title: <bdi>{sheet.title}</bdi>,
    content: <ChartFigure entry={entry} sheet={sheet} index={index} heights={heights[index] ?? unknownHeights} />,
  }));
  return [...charts, { id: 'reading', title: 'Reading the figures', content: <Prose html={entry.html} /> }];
}

/** Renders a trivia: its question, and the explanation of the answer. */
function renderTriviaBody({ entry }: BodyProps<'TRIVIA'>): BodySection[] {
  const { question, options, answer, source } = entry.fields;
  const content = (
    <QuizQuestion question={question} options={options} answer={answer}>
      <Prose html={entry.html} />
      {source && <SourceNote source={source} />}
    </QuizQuestion>
  );
  return [{ id: 'question', title: 'Take a guess', content }];
}

/**
 * The body of each type; a new type without a row does not compile. The bodies are imported statically: all together
 * are 5.6 kB compressed, which costs less than another request.
 */
const bodiesByType: { [T in DetailType]: RenderBody<T> } = {
  BLOG: renderBlogBody,
  TRIVIA: renderTriviaBody,
  INFOGRAPHIC: renderInfographicBody,
  SERVICE: renderServiceBody,
  PLAN: renderPlanBody,
  MICROSERVICE: renderMicroserviceBody,
  APP: renderAppBody,
};

/** Renders the sections of an entry by its type, and its questions. */
export function renderBody({ entry, linked, heights }: EntryDetailData): BodySection[] {
  // The row of a type takes entries of that type, which TypeScript cannot infer from the table.
  const render = bodiesByType[entry.type] as RenderBody<DetailType>;
  const sections = render({ entry, linked, heights });
  const faqs = 'faqs' in entry.fields ? entry.fields.faqs : [];
  const questions = { id: 'questions', title: 'Questions', content: <Faqs faqs={faqs} /> };
  return faqs.length > 0 ? [...sections, questions] : sections;
}
