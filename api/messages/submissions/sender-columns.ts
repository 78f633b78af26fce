import { getSourcePath } from '../../../contract/forms/field-limits.ts';
import type { Sender } from '../../../contract/forms/form-fields.ts';
import { formatTypedPhone, toE164 } from './phone.ts';

/** Returns the columns that all forms fill: the sender's texts as typed, and the telephone number as E.164. */
export function toSenderColumns(form: Sender) {
  const { name, email, company, contactNumber, countryCode, pathName, key } = form;
  return {
    idempotencyKey: key,
    name,
    email,
    company: company ?? null,
    contactNumber: formatTypedPhone(form) ?? null,
    phone: contactNumber ? toE164(contactNumber, countryCode) : null,
    sourcePath: getSourcePath(pathName) ?? null,
  };
}
