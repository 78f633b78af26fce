import { type ComponentType, useState } from 'react';
import { useActionData } from 'react-router';
import type { FieldError } from '../contract/http/errors.ts';
import type { StudioClient } from '../contract/studio/client.ts';
import type { SavedDraft } from '../contract/studio/shapes.ts';
import type { StudioSettings } from './context.ts';

export interface ScreenArgs {
  client: StudioClient;
  settings: StudioSettings;
  params: Record<string, string | undefined>;
  url: URL;
}

/** Why an action did not do what was asked: one message, and the fields at fault. */
export interface ActionRefusal {
  message: string;
  fields: FieldError[];
  requestId: string | null;
  /** The form as it was sent, so that nothing that was typed is lost. */
  values: Record<string, string>;
  /** Whether the session has ended, so that the form is sent again after a new sign-in over the page. */
  isSignedOut?: boolean;
}

/** The intent of the form by which a user proves again who they are, after another form was refused without a proof. */
export const confirmIntent = 'confirm';

/** The prefix of the names of hidden fields in the form of a proof. They hold the refused form, which is sent again. */
export const repeatedPrefix = 'again.';

interface Done {
  /** What was done, in a sentence. */
  done: string;
  /** The id of the act that can be undone. */
  act?: number | undefined;
  /** The group of an act on messages that can be undone, or the fields of a form that moves a consultation back. */
  undo?: string | Record<string, string | number> | undefined;
  /** The key of the answer that was sent. */
  sent?: string;
  /** The address of the person who was invited. */
  email?: string;
  /** The address of the screen that shows what is left to do. */
  see?: string | undefined;
}

/** The result of an action: a redirect, or data with which the same screen is shown again. */
export type ActionResult =
  | { to: string }
  | Done
  /** What was found or planned. It is shown at once, because personal data must not be in an address. */
  | { found: unknown }
  /** The sent form, and the answer of the server: somebody else changed the same words. */
  | { conflict: SavedDraft; values: Record<string, string> };

/** What the last form of a screen did or found, or why it was refused; undefined before the first one. */
export function useAnswer<Found>() {
  return useActionData<Partial<Done> & { intent?: string; refusal?: ActionRefusal; found?: Found }>();
}

/** Returns the key of a form. It changes when the form's own intent succeeds, so that no other act empties the form. */
export function useFormKey(intent: string): number {
  const answer = useAnswer();
  const [{ seen, count }, setState] = useState({ seen: answer, count: 0 });
  if (answer !== seen) setState({ seen: answer, count: answer?.done && answer.intent === intent ? count + 1 : count });
  return count;
}

/** A screen of the Studio: what its address loads, what its forms do, and how both look. */
export interface Screen<D> {
  title(data: D): string;
  /** The path below `/studio` of the screen that the rail marks, if it is not a part of this one's path. */
  getRailPath?(data: D): string | null;
  loader(args: ScreenArgs): Promise<D>;
  /** Handles a form of the screen, on the server without JavaScript. A failed call becomes an `ActionRefusal`. */
  action?(args: ScreenArgs & { form: Record<string, string> }): Promise<ActionResult>;
  /** Whether a refused form loads the screen anew too, because what it shows may have changed. */
  reloadsAfterRefusal?: boolean;
  View: ComponentType<{ data: D }>;
}
