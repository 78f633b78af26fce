import * as z from 'zod/mini';
import { fieldLimits, interestLimit, sourcePath } from './field-limits.ts';
import { attachmentFields, optionalText, senderFields, text } from './form-fields.ts';

const subjectMissing = 'Please choose what this is about.';

/** The business enquiry: name, e-mail and the subject of interest are needed (readings, "Forms"). */
export const enquiryForm = z.strictObject({
  ...senderFields,
  ...attachmentFields,
  /** Path of the page it is about; `/` for something else. */
  subject: text(fieldLimits.slug, subjectMissing).check(
    z.refine((value) => value.trim() === '' || sourcePath(value) !== undefined, 'This is no page of this site.'),
  ),
  message: optionalText(fieldLimits.message),
  /** Slugs as the lists of personas and interests had them; one that was withdrawn since is no reason to refuse. */
  persona: optionalText(fieldLimits.slug),
  interests: z.optional(
    z
      .array(text(fieldLimits.slug, 'An interest has a name.'))
      .check(z.maxLength(interestLimit, `At most ${interestLimit} interests fit here.`)),
  ),
  country: optionalText(fieldLimits.place),
  region: optionalText(fieldLimits.place),
  city: optionalText(fieldLimits.place),
});

export type EnquiryForm = z.infer<typeof enquiryForm>;
