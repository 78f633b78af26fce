import * as z from 'zod/mini';
import { fieldLimits } from './field-limits.ts';
import { attachmentFields, createRequiredTextField, senderFields } from './form-fields.ts';

/** The contact form; name, e-mail and message are required. */
export const contactForm = z.strictObject({
  ...senderFields,
  ...attachmentFields,
  message: createRequiredTextField(fieldLimits.message, 'Please write your message.'),
});

export type ContactInput = z.infer<typeof contactForm>;
