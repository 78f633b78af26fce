import { enquiryForm } from '../../contract/enquiry-form.ts';
import { checkForm, type Values } from './submit.ts';

/** Checks an enquiry; several interests travel in a form as one text, comma between, and in the API as a list. */
export function checkEnquiry({ interests, ...values }: Values) {
  const listed = interests ? { interests: interests.split(',') } : {};
  return checkForm(enquiryForm, { ...values, ...listed }, ['name', 'email', 'subject']);
}
