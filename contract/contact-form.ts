import * as z from 'zod/mini';
import { fieldLimits } from './field-limits.ts';
import { attachmentFields, requiredTextField, senderFields } from './form-fields.ts';

/** The contact form; name, e-mail and message are required. */
export const contactForm = z.strictObject({
  ...senderFields,
  ...attachmentFields,
  message: requiredTextField(fieldLimits.message, 'Please write your message.'),
});

export type ContactInput = z.infer<typeof contactForm>;
