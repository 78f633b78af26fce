import type { AttachedFile } from '../../contract/forms/uploads.ts';
import type { Client } from '../../contract/http/client.ts';
import type { FieldError } from '../../contract/http/errors.ts';
import type { InstallationSettings } from '../settings.ts';
import type { FormValues } from './form-values.ts';

/** Everything that is needed to send a form, in the browser and on the server alike. */
export interface SubmissionArgs {
  client: Client;
  settings: InstallationSettings;
  values: FormValues;
  /** When the form was opened. A retry after midnight has the same idempotency key as the first attempt. */
  openedAt: Date;
  /** Creates the idempotency key on the server. A browser derives the key itself (`sending/idempotency-key.ts`). */
  createKey?(): Promise<string>;
}

/** Why a form was not accepted, with everything that is needed to show the form again. */
export interface SubmissionRefusal {
  status: number;
  message: string;
  fields: FieldError[];
  values: FormValues;
  requestId: string | null;
  /** Stored files of a form that was sent without JavaScript. */
  attached?: AttachedFile[];
  /** Suggested values by field name, requested without JavaScript. */
  suggestions?: Record<string, string[]>;
  /** Seconds after which the form may be sent again, if known. */
  retryAfter?: number | null;
}

/** The result of a form: the address of the next page, or why the form was not accepted. */
export type SubmissionResult = { to: string } | { refusal: SubmissionRefusal };

/** Checks the values of a form and sends them. */
export type SendSubmission = (args: SubmissionArgs) => Promise<SubmissionResult>;
