import type { z } from 'zod';
import type { StudioOperation, StudioOperationName, studioOperations } from './operations.ts';
import type { UploadedPicture } from './picture-operations.ts';

type Operations = typeof studioOperations;
type Given<O extends StudioOperation> = O extends { upload: true }
  ? never
  : O extends { body: infer B extends z.ZodObject }
    ? z.input<B>
    : O extends { input: infer I extends z.ZodObject }
      ? z.input<I>
      : Record<never, never>;

/** The input of an operation, as a caller writes it. */
export type StudioInput<N extends StudioOperationName> = Given<Operations[N]>;
export type StudioOutput<N extends StudioOperationName> = z.output<Operations[N]['output']>;

/** Calls the Studio's API as the user who is signed in. Every failure is an `ApiFailure`. */
export interface StudioClient {
  call<N extends StudioOperationName>(
    name: N,
    input: StudioInput<N>,
    options?: { signal?: AbortSignal },
  ): Promise<StudioOutput<N>>;
  /** Uploads pictures to the library, and returns them in order. */
  uploadPictures(files: readonly File[], options?: { signal?: AbortSignal }): Promise<UploadedPicture[]>;
}
