import { and, eq } from 'drizzle-orm';
import { completeForms } from '../../../contract/content/form-defaults.ts';
import { formatTimeRange } from '../../../contract/content/local-time.ts';
import { chooseSupportEmail } from '../../../contract/content/mail-purposes.ts';
import type { MailName } from '../../../contract/content/mail-templates.ts';
import { settingSchemas } from '../../../contract/content/setting-schemas.ts';
import { describeCall } from '../../../contract/http/call-text.ts';
import type { MailPreview } from '../../../contract/studio/mail-operations.ts';
import { getCurrentContent, readPublishedSettings } from '../../content/index.ts';
import type { Caller, CompanyContext, Context } from '../../context.ts';
import { entries, outbox } from '../../db/index.ts';
import { requireActor, runAsActor } from '../../people/index.ts';
import { composeMail, isolateName, type MailCompany, readCompanyForMails } from '../submissions/mail-text.ts';
import { renderMailHtml } from './mail-html.ts';

/** The name, the reference and the time in a sample. */
const sampleVisitor = { name: 'Ada', email: 'ada@example.org' };
const sampleTexts = {
  reference: '7K3M-92QD',
  earlier: '4F2A-81XC',
  other: '4F2A-81XC',
  details: 'Name: Ada\nE-mail: ada@example.org',
  message: 'Can you tell me more?',
  by: 'Grace',
  count: '2',
  list: '1. We have your message (7K3M-92QD)\n2. We have your message (4F2A-81XC)',
};
const sampleTime = { start: '2030-01-14T10:00:00Z', end: '2030-01-14T10:30:00Z' };

/** Returns the words of the setting Forms: those of its draft, if that is complete. */
async function readCurrentForms(ctx: Context) {
  const [entry] = await ctx.db
    .select()
    .from(entries)
    .where(and(eq(entries.type, 'SETTING'), eq(entries.slug, 'forms')));
  if (!entry) return { forms: null, isDraft: false, problem: null };
  const { content, draft } = await getCurrentContent(ctx, entry);
  const { setting: _, ...fields } = content.fields;
  const parsed = settingSchemas.forms.safeParse(fields);
  const [issue] = parsed.error?.issues ?? [];
  return {
    forms: parsed.success ? completeForms(parsed.data) : null,
    isDraft: draft !== null && parsed.success,
    problem: issue ? `${issue.path.join('.')} ${issue.message}` : null,
  };
}

/** Returns the values of all placeholders that a mail can name. */
function createSampleValues({ forms, name, siteUrl, timeZone }: MailCompany, mail: MailName) {
  const isLinkToForm = mail === 'cancelled';
  return {
    ...sampleTexts,
    time: `  ${formatTimeRange(sampleTime, timeZone)}`,
    call: describeCall(forms.consultation, isolateName(name), mail === 'unconfirmed' ? null : true),
    link: `${siteUrl()}/book-a-free-consultation${isLinkToForm ? '' : '?manage=sample'}`,
    hold: `We will hold the time until 09:30 (${timeZone}). After that you can still confirm it if it is free.`,
  };
}

/** Composes a mail with sample values, in the words that the setting Forms has now, published or not. */
async function composeSample(ctx: CompanyContext, mail: MailName, visitor = sampleVisitor) {
  const { forms, ...state } = await readCurrentForms(ctx);
  const company = { ...(await readCompanyForMails(ctx)), ...(forms && { forms }) };
  const composed = composeMail({ mail, visitor, company, values: createSampleValues(company, mail) });
  return { composed, company, ...state };
}

/** Returns a mail as it would be sent, as plain text and as HTML. */
export async function previewMail(ctx: CompanyContext, { mail }: { mail: MailName }): Promise<MailPreview> {
  const { composed, company, isDraft, problem } = await composeSample(ctx, mail);
  const { emails } = (await readPublishedSettings(ctx)).company;
  return {
    from: `${company.name} <${chooseSupportEmail(ctx.company.sender, emails)}>`,
    to: composed.recipient,
    replyTo: composed.replyTo ?? company.replyTo,
    subject: composed.subject,
    text: composed.body,
    html: renderMailHtml(composed, { name: company.name, siteUrl: company.siteUrl() }),
    isDraft,
    problem,
  };
}

/** Sends a mail with sample values to the user who asks for it. Nobody can name another recipient. */
export async function sendTestMail(
  ctx: CompanyContext,
  { mail }: { mail: MailName },
  caller: Caller,
): Promise<{ recipient: string; isSent: boolean }> {
  const actor = requireActor(caller);
  const { composed } = await composeSample(ctx, mail, { name: actor.name, email: actor.email });
  await runAsActor(ctx, caller, 'write-drafts', ({ db }) =>
    db.insert(outbox).values({ ...composed, recipient: actor.email, subject: `[Test] ${composed.subject}` }),
  );
  return { recipient: actor.email, isSent: ctx.company.sendsMail };
}
