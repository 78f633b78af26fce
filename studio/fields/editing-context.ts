import { createContext } from 'react';

/** A field that the screen leads to. `request` changes with each request, also with one for the same field. */
export interface FieldTarget {
  path: string;
  /** The line of a Markdown text, counted from 1. */
  line: number | null;
  request: number;
}

/** What fields at any depth share with the screen around them. */
export interface FieldEditing {
  /** Counts the changes that the user did not make in the fields, so that text editors take them over. */
  merges: number;
  target: FieldTarget | null;
  /** Changes the text at a path after the next paint. */
  editAfterPaint(path: string, read: () => string): void;
  /** Makes the change that waits for the next paint now. */
  applyWaiting(): void;
}

/** Null on a screen without texts in Markdown. */
export const FieldEditingContext = createContext<FieldEditing | null>(null);
