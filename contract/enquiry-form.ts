import * as z from 'zod/mini';
import { fieldLimits, interestLimit, sourcePath } from './field-limits.ts';
import { attachmentFields, optionalTextField, requiredTextField, senderFields } from './form-fields.ts';

const subjectMissing = 'Please choose what this is about.';

/** The business enquiry; name, e-mail and subject are required (readings, "Forms"). */
export const enquiryForm = z.strictObject({
  ...senderFields,
  ...attachmentFields,
  /** Path of the page it is about; `/` for another subject. */
  subject: requiredTextField(fieldLimits.slug, subjectMissing).check(
    z.refine((value) => value.trim() === '' || sourcePath(value) !== undefined, 'This is not a page of this site.'),
  ),
  message: optionalTextField(fieldLimits.message),
  /** Slugs of personas and interests; a slug that was withdrawn meanwhile is accepted. */
  persona: optionalTextField(fieldLimits.slug),
  interests: z.optional(
    z
      .array(requiredTextField(fieldLimits.slug, 'An interest is empty.'))
      .check(z.maxLength(interestLimit, `Choose at most ${interestLimit} interests.`)),
  ),
  country: optionalTextField(fieldLimits.place),
  region: optionalTextField(fieldLimits.place),
  city: optionalTextField(fieldLimits.place),
});

export type EnquiryInput = z.infer<typeof enquiryForm>;
