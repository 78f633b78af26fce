import { z } from 'zod';
import { viewQuery } from '../content/view-query.ts';
import type { Operation } from '../http/operation.ts';
import { contactForm } from './contact-form.ts';
import { isEmail } from './email.ts';
import { enquiryForm } from './enquiry-form.ts';
import { fieldLimits } from './field-limits.ts';
import { measuredEvents } from './measured-events.ts';
import { contactSubmitted, proof, submitted, uploaded } from './submission-shapes.ts';
import { createAddressInput } from './text-input.ts';

/** The operations by which pages send forms and views. */
export const formOperations = {
  formToken: {
    method: 'GET',
    path: '/api/form/token',
    summary: 'Sets the XSRF-TOKEN cookie, which scripts send back as the X-XSRF-TOKEN header with every submission',
    tag: 'Forms',
    input: z.object({}),
    output: z.object({ error: z.null() }),
    cache: 'never',
  },
  receipt: {
    method: 'GET',
    path: '/api/form/receipt',
    summary: 'Whether a submission with this reference exists',
    tag: 'Forms',
    input: z.object({ reference: createAddressInput(20).min(1) }),
    output: z.object({
      reference: z.string(),
      sendsMail: z.boolean().describe('Whether a mail server is configured'),
      hasConsultation: z.boolean().describe('Whether a consultation was booked with it'),
    }),
    cache: 'never',
    limit: 'lookup',
  },
  prove: {
    method: 'POST',
    path: '/api/form/prove',
    summary: 'Accepts the solution to the challenge that came with a submission',
    tag: 'Forms',
    input: z.object({}),
    body: proof,
    output: z.object({ error: z.null() }),
    cache: 'never',
    limit: 'lookup',
  },
  uploadFiles: {
    method: 'POST',
    path: '/api/file/upload',
    summary:
      'Stores up to 5 files of 10 MiB each: PDF, PNG, JPEG or DOCX. A file that no form includes is deleted after a day',
    tag: 'Forms',
    input: z.object({}),
    upload: true,
    output: uploaded,
    cache: 'never',
    limit: 'upload',
  },
  submitContact: {
    method: 'POST',
    path: '/api/contact/submit',
    summary: 'Stores a contact message and returns what was submitted; repeating the key returns the same reference',
    tag: 'Forms',
    input: z.object({}),
    body: contactForm,
    output: contactSubmitted,
    cache: 'never',
    limit: 'form',
  },
  submitEnquiry: {
    method: 'POST',
    path: '/api/business/business-requests',
    summary: 'Stores a business enquiry; repeating the key returns the same reference',
    tag: 'Business',
    input: z.object({}),
    body: enquiryForm,
    output: submitted,
    cache: 'never',
    limit: 'form',
  },
  checkEmailPhone: {
    method: 'GET',
    path: '/api/business/check-email-phone',
    summary: 'Checks whether an e-mail address and a number are valid, never whether they are known',
    tag: 'Business',
    input: z.object({
      email: createAddressInput(fieldLimits.email).refine(isEmail, 'is not an e-mail address'),
      contactNumber: createAddressInput(fieldLimits.contactNumber).default(''),
      countryCode: z
        .string()
        .regex(/^(?:\+?\d{1,3}|[A-Za-z]{2})?$/, 'is not a country code such as +44, 44 or GB')
        .default(''),
    }),
    output: z.object({ error: z.null() }),
    cache: 'never',
    limit: 'lookup',
  },
  recordView: {
    method: 'POST',
    path: '/api/user-view-query/create',
    // No XSRF token: a forged view would change nothing that anyone sees, while the token would cost each first view
    // another request and would leave a cookie in the browsers of visitors who only read.
    origin: 'site',
    summary: 'Counts a view of an entry; the response is the same whether or not it was counted',
    tag: 'Views',
    input: z.object({}),
    body: viewQuery,
    output: z.object({ error: z.null() }),
    status: 202,
    cache: 'never',
    limit: 'record',
  },
  recordEvents: {
    method: 'POST',
    path: '/api/measurements/create',
    origin: 'site',
    summary:
      'Counts what pages report while an owner has them measured; the response is the same if nothing is counted',
    tag: 'Views',
    input: z.object({}),
    body: measuredEvents,
    output: z.object({ error: z.null() }),
    cache: 'never',
    limit: 'record',
  },
} as const satisfies Record<string, Operation>;
