import { createContext, use } from 'react';
import type { FieldSchema } from '../../contract/content/field-references.ts';
import type { ReferenceKind } from '../../contract/content/reference-schemas.ts';
import type { FieldError } from '../../contract/http/errors.ts';
import type { Option } from '../parts/find-options.ts';

/** The properties of the component that edits one value. */
export interface SchemaFieldProps {
  /** The names on the way to the value, with dots between, as problems name it. */
  path: string;
  label: string;
  schema: FieldSchema;
  value: unknown;
  isRequired: boolean;
  isReadOnly: boolean;
  /** What the lists of references can name, by what their schema says that they refer to. */
  references: Partial<Record<ReferenceKind, readonly Option[]>>;
  problems: readonly FieldError[];
  /** Takes the changed value. After a move or removal of list items, `origins` has the former place of each item. */
  onChange: (value: unknown, origins?: readonly number[]) => void;
}

/** Returns what is wrong with the value at a path; undefined for nothing. */
export function findMessage(problems: readonly FieldError[], path: string): string | undefined {
  return problems.find((problem) => problem.path === path)?.message;
}

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
  /** Whether the fields are named by their paths, so that a form without JavaScript sends them. */
  isNamed: boolean;
  /** Changes the text at a path after the next paint. */
  editAfterPaint(path: string, read: () => string): void;
  /** Makes the change that waits for the next paint now. */
  applyWaiting(): void;
}

/** Null on a screen without texts in Markdown. */
export const FieldEditingContext = createContext<FieldEditing | null>(null);

/** Returns the name of the field at a path; undefined on a screen that saves its fields with JavaScript alone. */
export function useFieldName(path: string): string | undefined {
  return use(FieldEditingContext)?.isNamed ? path : undefined;
}
