import { Send } from 'lucide-react';
import { Fragment } from 'react';
import { Link } from 'react-router';
import { type MailName, mailTemplates } from '../../contract/content/mail-templates.ts';
import type { MailPreview } from '../../contract/studio/mail-operations.ts';
import { hasPermission } from '../../contract/studio/permissions.ts';
import { ButtonLink, Submit } from '../parts/button.tsx';
import { FilterChips } from '../parts/filter-chips.tsx';
import formStyles from '../parts/form.module.css';
import { getMailAddress, mailNames, nameMail } from '../parts/mail-names.ts';
import { Notice, RefusalNotice } from '../parts/notice.tsx';
import { ScreenLayout } from '../parts/page.tsx';
import { PostForm } from '../parts/post-form.tsx';
import { useUser } from '../parts/shell.tsx';
import { StateDot } from '../parts/state-dot.tsx';
import { readChoice } from '../read-fields.ts';
import { type Screen, useAnswer } from '../screen.ts';
import styles from './mails.module.css';
import { formsTabs } from './settings/forms-tabs.tsx';

/** Whose address is shown. */
const addressNotes = { company: 'the company’s address', visitor: 'the visitor’s address, here a sample' };

interface Data {
  name: MailName;
  preview: MailPreview;
}

function View({ data: { name, preview } }: { data: Data }) {
  const answer = useAnswer();
  const canWrite = hasPermission(useUser().role, 'publish');
  const isToCompany = mailTemplates[name].to === 'company';
  const { from, to, replyTo, subject, text, isDraft, problem } = preview;
  return (
    <ScreenLayout
      title="E-mails"
      state={
        isDraft ? (
          <StateDot tone="open">Words of the draft</StateDot>
        ) : (
          <StateDot tone="live">As they are sent</StateDot>
        )
      }
      actions={
        <>
          {canWrite && <ButtonLink to={`/studio/forms#fields.mails.${name}.text`}>Change the words</ButtonLink>}
          {canWrite && (
            <PostForm>
              <Submit name="mail" value={name} look="primary" icon={Send} label="Send a test to myself" />
            </PostForm>
          )}
        </>
      }
    >
      {formsTabs}
      <RefusalNotice refusal={answer?.refusal} />
      <Notice>{answer?.done}</Notice>
      {problem && (
        <Notice kind="alert">
          <p>The draft of the setting Forms is not complete, so the published words are shown: {problem}.</p>
        </Notice>
      )}
      <div className={styles.layout}>
        <div className={styles.choice}>
          <FilterChips
            chips={[
              {
                name: 'mail',
                label: 'E-mail',
                value: name,
                isOrder: true,
                options: mailNames.map((value) => ({ value, label: nameMail(value) })),
              },
            ]}
          />
        </div>
        <nav aria-label="E-mails" className={styles.names}>
          {[false, true].map((isForCompany) => (
            <Fragment key={String(isForCompany)}>
              <h2 className={styles.group}>{isForCompany ? 'To the company' : 'To visitors'}</h2>
              {mailNames
                .filter((each) => (mailTemplates[each].to === 'company') === isForCompany)
                .map((each) => (
                  <Link
                    key={each}
                    to={`/studio/mails?mail=${each}`}
                    preventScrollReset
                    aria-current={each === name ? 'page' : undefined}
                    className={styles.name}
                  >
                    {nameMail(each)}
                  </Link>
                ))}
            </Fragment>
          ))}
        </nav>
        <section aria-label={nameMail(name)} className={formStyles.form}>
          <dl className={styles.fields}>
            <dt>From</dt>
            <dd dir="auto">
              {from} <span className={formStyles.soft}>the sender of every mail</span>
            </dd>
            <dt>To</dt>
            <dd>
              {to} <span className={formStyles.soft}>{isToCompany ? addressNotes.company : addressNotes.visitor}</span>
            </dd>
            <dt>Answers go to</dt>
            <dd>
              {replyTo}{' '}
              <span className={formStyles.soft}>{isToCompany ? addressNotes.visitor : addressNotes.company}</span>
            </dd>
            <dt>Subject</dt>
            <dd dir="auto">{subject}</dd>
          </dl>
          <div className={styles.forms}>
            <div className={styles.form}>
              <h2>As HTML</h2>
              <iframe
                key={name}
                title={`${nameMail(name)}, as HTML`}
                src={getMailAddress(name)}
                sandbox="allow-same-origin"
                className={styles.frame}
              />
            </div>
            <div className={styles.form}>
              <h2>As plain text</h2>
              <pre dir="auto" className={styles.text}>
                {text}
              </pre>
            </div>
          </div>
        </section>
      </div>
    </ScreenLayout>
  );
}

/** Shows the mails of the site as they would be sent, and sends one to the user. Works without JavaScript. */
export const screen: Screen<Data> = {
  title: () => 'E-mails',
  getRailPath: () => 'forms',
  loader: async ({ client, url }) => {
    const name = mailNames.find((each) => each === url.searchParams.get('mail')) ?? 'contact';
    return { name, preview: await client.call('previewMail', { mail: name }) };
  },
  action: async ({ client, form }) => {
    const mail = readChoice(form, 'mail', mailNames);
    const { recipient, isSent } = await client.call('sendTestMail', { mail });
    const what = `“${nameMail(mail)}” is on its way to ${recipient}.`;
    return { done: isSent ? what : `${what} It waits in the outbox, because no mail server is set.` };
  },
  View,
};
