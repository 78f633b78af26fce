import type { FieldError } from '../../contract/errors.ts';
import type { FieldSchema } from './schema.ts';

/** What the form of one value is given. */
export interface SchemaFieldProps {
  /** The names on the way to the value, with dots between, as problems name it. */
  path: string;
  label: string;
  schema: FieldSchema;
  value: unknown;
  isRequired: boolean;
  /** Slugs that fields of references offer, by the field's name. */
  suggestions: Record<string, readonly { value: string; label: string }[]>;
  problems: readonly FieldError[];
  onChange: (value: unknown) => void;
}
