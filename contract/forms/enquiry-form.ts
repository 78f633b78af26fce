import * as z from 'zod/mini';
import { fieldLimits, getSourcePath, interestLimit } from './field-limits.ts';
import { attachmentFields, createOptionalTextField, createRequiredTextField, senderFields } from './form-fields.ts';

const subjectMissing = 'Please choose what this is about.';

/** The business enquiry; name, e-mail and subject are required (readings, "Forms"). */
export const enquiryForm = z.strictObject({
  ...senderFields,
  ...attachmentFields,
  /** Path of the page it is about; `/` for another subject. */
  subject: createRequiredTextField(fieldLimits.slug, subjectMissing).check(
    z.refine((value) => value.trim() === '' || getSourcePath(value) !== undefined, 'This is not a page of this site.'),
  ),
  message: createOptionalTextField(fieldLimits.message),
  /** Slugs of personas and interests; a slug that was withdrawn meanwhile is accepted. */
  persona: createOptionalTextField(fieldLimits.slug),
  interests: z.optional(
    z
      .array(createRequiredTextField(fieldLimits.slug, 'An interest is empty.'))
      .check(z.maxLength(interestLimit, `Choose at most ${interestLimit} interests.`)),
  ),
  country: createOptionalTextField(fieldLimits.place),
  region: createOptionalTextField(fieldLimits.place),
  city: createOptionalTextField(fieldLimits.place),
});

export type EnquiryInput = z.infer<typeof enquiryForm>;
