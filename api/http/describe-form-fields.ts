import { z } from 'zod';
import { bookingForm } from '../../contract/forms/consultation-form.ts';
import { enquiryForm } from '../../contract/forms/enquiry-form.ts';
import { attachmentFields, senderFields } from '../../contract/forms/form-fields.ts';

// What the API document says of the forms' fields. It is separate from their schemas, which every browser loads.

const { slot, timeZone, hold } = bookingForm.shape;
const { subject, persona, interests } = enquiryForm.shape;

const descriptions: [z.core.$ZodType, string][] = [
  [senderFields.countryCode, 'Country of the number: +44, 44 or GB'],
  [senderFields.pathName, 'Path of the page from which the message comes, such as /our-plans'],
  [senderFields.homepage, 'Leave it out: a value marks the message as sent by a program'],
  [senderFields.fillTime, 'Milliseconds for which the form was filled in'],
  [senderFields.proof, 'The solved challenge of an earlier response, as JSON'],
  [senderFields.key, 'A UUID that you choose for the message. Sent again with it, the message is stored once'],
  [attachmentFields.files, 'Tokens of uploaded files, separated by commas'],
  [attachmentFields.lostFiles, 'Names of files that could not be uploaded'],
  [subject, 'Path of the page that the enquiry is about; / for another subject'],
  [persona, 'Slug of a persona'],
  [interests, 'Slugs of interests'],
  [slot, 'Start of the consultation in UTC, such as 2026-11-24T09:30:00.000Z'],
  [timeZone, 'Time zone of the visitor, such as Europe/London'],
  [hold, 'Token of the hold on the time'],
];

for (const [schema, description] of descriptions)
  z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), description });
