import * as z from 'zod/mini';
import { fieldLimits } from './field-limits.ts';
import { attachmentFields, senderFields, text } from './form-fields.ts';

/** The contact form: name, e-mail and message are needed. */
export const contactForm = z.strictObject({
  ...senderFields,
  ...attachmentFields,
  message: text(fieldLimits.message, 'Please write your message.'),
});

export type ContactForm = z.infer<typeof contactForm>;
