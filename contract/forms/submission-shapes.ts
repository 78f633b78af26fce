import { z } from 'zod';

/**
 * A proof-of-work challenge: the client searches a number whose derived key has the given prefix (ALTCHA, version 2).
 */
export const challenge = z.object({
  parameters: z.object({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: z.int(),
    keyLength: z.int(),
    keyPrefix: z.string(),
    expiresAt: z.int().describe('Unix time in seconds'),
    data: z
      .union([z.object({ reference: z.string() }), z.object({ key: z.string() })])
      .describe('The stored submission to release, or the key of the form to accept'),
  }),
  signature: z.string().regex(/^[\da-f]+$/),
});

/**
 * A stored submission: `error` is null, and `reference` appears in every mail. The solution of a `challenge` goes to
 * `prove` in the background.
 */
export const submitted = z.object({ reference: z.string(), error: z.null(), challenge: z.optional(challenge) });

/** A stored contact message with the submitted fields (specification, section 7). */
export const contactSubmitted = submitted.extend({
  submitted: z.object({
    name: z.string(),
    email: z.string(),
    message: z.string(),
    company: z.string().optional(),
    contactNumber: z.string().optional(),
    countryCode: z.string().optional(),
    pathName: z.string().optional(),
    files: z.string().optional(),
    lostFiles: z.string().optional(),
  }),
});

export const proof = z.strictObject({
  challenge,
  solution: z.strictObject({ counter: z.int().min(0).max(0xffff_ffff), derivedKey: z.string().regex(/^[\da-f]{64}$/) }),
});

/** Stored files, in upload order. */
export const uploaded = z.object({
  files: z.array(
    z.object({
      token: z.uuid().describe('Identifies the file in the form that includes it'),
      name: z.string(),
      size: z.int().describe('Size in bytes, as stored'),
      contentType: z.string(),
    }),
  ),
  error: z.null(),
});

export type Challenge = z.infer<typeof challenge>;
export type Proof = z.infer<typeof proof>;
export type ContactSubmitted = z.infer<typeof contactSubmitted>;
export type Submitted = z.infer<typeof submitted>;
