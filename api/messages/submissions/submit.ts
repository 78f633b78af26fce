import { sql } from 'drizzle-orm';
import type { ContactInput } from '../../../contract/forms/contact-form.ts';
import type { EnquiryInput } from '../../../contract/forms/enquiry-form.ts';
import type { ContactSubmitted, Submitted } from '../../../contract/forms/submission-shapes.ts';
import type { ApiContext, Caller, Context } from '../../context.ts';
import { submissions } from '../../db/index.ts';
import { composeFileNotes, linkFiles, listFileDetails } from '../files/link.ts';
import { createSubmittedResponse } from './challenge.ts';
import { composeFormMails, readCompanyForMails } from './mail-text.ts';
import { storeSubmission, toSenderColumns } from './store.ts';

/**
 * Stores a contact message with its two mails; returns the reference and the submitted fields. Errors as
 * `storeSubmission`.
 */
export async function submitContact(ctx: ApiContext, form: ContactInput, caller: Caller): Promise<ContactSubmitted> {
  const submission = { kind: 'CONTACT' as const, ...toSenderColumns(form), message: form.message };
  const reference = await storeSubmission(ctx, { sent: form, caller }, submission, async (tx, stored) => {
    const files = await linkFiles(tx, stored.id, form.files);
    return composeFormMails({
      form,
      receipt: 'contact',
      notice: 'newMessage',
      company: await readCompanyForMails({ ...ctx, ...tx }),
      values: { reference: stored.reference },
      details: listFileDetails(files, form.lostFiles),
      addition: composeFileNotes(files, form.lostFiles),
    });
  });
  const { key: _key, homepage: _homepage, fillTime: _measured, proof: _work, ...submitted } = form;
  return { ...(await createSubmittedResponse(ctx, reference)), submitted };
}

interface EnquiryToMerge {
  /** The id of the new enquiry, to exclude it from its own duplicates. */
  id: number;
  email: string;
  /** E.164, or null where no number was given. */
  phone: string | null;
  subject: string;
}

interface OpenEnquiries {
  /** Reference of the first open enquiry from the same e-mail address, or null. The sender may read it. */
  own: string | null;
  /** Reference of the enquiry that the new one was merged into, or null. Only the company may read it. */
  merged: string | null;
}

/**
 * Merges an enquiry into the open one about the same subject from the same e-mail address (ignoring case) or telephone
 * number (readings, "The API"). The company then has to act on the open one again, even if it has answered. Anyone can
 * type the number of someone else, so `own` depends on the address alone. Call inside a transaction: advisory locks
 * serialise enquiries of one person, so the second of two concurrent enquiries finds the first.
 */
async function mergeEnquiry({ db }: Context, { id, email, phone, subject }: EnquiryToMerge): Promise<OpenEnquiries> {
  // One lock order for all transactions prevents deadlocks.
  await db.execute(sql`
    select pg_advisory_xact_lock(key) from (
      select distinct hashtextextended('enquiry of ' || who, 0) as key
      from unnest(array[lower(${email}::text), ${phone}::text]) as who where who is not null order by key
    ) keys`);
  // One statement for both cases, so that response times reveal nothing. Collation "C" lowercases ASCII only: addresses
  // that are equal only by Unicode case rules may belong to two people.
  const { rows } = await db.execute<{ own: string | null; target: string | null }>(sql`
    with open as (
      select id, reference, merged_into, lower(email collate "C") = lower(${email}::text collate "C") as is_own
      from ${submissions}
      where kind = 'ENQUIRY' and id <> ${id} and subject = ${subject} and closed_at is null and quarantined_for is null
        and (lower(email) = lower(${email}::text) or phone = ${phone}::text)
    ), target as (
      select root.id, root.reference from open join ${submissions} root on root.id = coalesce(open.merged_into, open.id)
      where root.closed_at is null and root.quarantined_for is null and root.merged_into is null
      order by root.id limit 1
    ), heard as (
      update ${submissions} set heard_at = now(), waiting_since = null where id = (select id from target)
    )
    update ${submissions} set merged_into = (select id from target) where id = ${id}
    returning (select reference from open where is_own order by id limit 1) as own, (select reference from target) as target`);
  return { own: rows[0]?.own ?? null, merged: rows[0]?.target ?? null };
}

/**
 * Stores a business enquiry with its two mails; returns its reference. A person's second open enquiry about the same
 * subject is also stored, and merged into the first; the answer does not reveal that. Errors as `storeSubmission`.
 */
export async function submitEnquiry(ctx: ApiContext, form: EnquiryInput, caller: Caller): Promise<Submitted> {
  const sender = toSenderColumns(form);
  const { subject, message = '', interests = [], persona, country, region, city } = form;
  const places = { country: country ?? null, region: region ?? null, city: city ?? null };
  const submission = {
    kind: 'ENQUIRY' as const,
    ...sender,
    ...places,
    message,
    subject,
    persona: persona ?? null,
    interests,
  };
  const reference = await storeSubmission(
    ctx,
    { sent: form, caller },
    submission,
    async (tx, { id, reference: stored }) => {
      const { own, merged } = await mergeEnquiry(tx, { id, email: form.email, phone: sender.phone, subject });
      const files = await linkFiles(tx, id, form.files);
      return composeFormMails({
        form,
        // Only mails mention an earlier enquiry: the HTTP answer would tell anyone. The visitor's mail names none from
        // another address, because anyone can type a foreign telephone number.
        receipt: own ? 'furtherEnquiry' : 'enquiry',
        notice: merged ? 'addedEnquiry' : 'newEnquiry',
        company: await readCompanyForMails({ ...ctx, ...tx }),
        values: { reference: stored, earlier: own ?? '' },
        noticeValues: { earlier: merged ?? '', other: merged === own ? '' : (merged ?? '') },
        details: [
          ...listFileDetails(files, form.lostFiles),
          ['About', ctx.company.siteUrl() + subject],
          ['Persona', persona],
          ['Interests', interests.join(', ')],
          ['Place', [city, region, country].filter(Boolean).join(', ')],
        ],
        addition: composeFileNotes(files, form.lostFiles),
      });
    },
  );
  return createSubmittedResponse(ctx, reference);
}
