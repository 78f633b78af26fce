import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatCount } from '../../../contract/content/number-text.ts';
import { formatFileSize } from '../../../contract/forms/uploads.ts';
import { personalArchivePath } from '../../../contract/studio/paths.ts';
import { describePersonalRows } from '../../../contract/studio/privacy-kinds.ts';
import type { PersonalData, PrivacyAct } from '../../../contract/studio/privacy-operations.ts';
import { Submit } from '../../parts/button.tsx';
import { FormRefusal } from '../../parts/confirm.tsx';
import fieldRow from '../../parts/field-row.module.css';
import { Notice } from '../../parts/notice.tsx';
import { Panel } from '../../parts/panel.tsx';
import { PostForm } from '../../parts/post-form.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { readChoice, readFields } from '../../read-fields.ts';
import { type Screen, useAnswer } from '../../screen.ts';
import { ErasePanel, PersonalDataList } from './erase-panel.tsx';
import { PrivacyLayout } from './privacy-layout.tsx';
import { ActTable } from './records-screen.tsx';

interface ExportPlan {
  email: string;
  rows: number;
  files: number;
  bytes: number;
  missingFiles: number;
}

type Found = { personal: PersonalData } | { archive: ExportPlan };

/** Offers the archive for download. The form names the address, because addresses of requests are logged. */
function ArchiveNotice({ plan: { email, rows, files, bytes, missingFiles } }: { plan: ExportPlan }) {
  const size = files > 0 ? ` and ${formatCount(files, 'file')} (${formatFileSize(bytes)})` : '';
  return (
    <Notice>
      <p>
        The archive about <bdi>{email}</bdi> has {formatCount(rows, 'record')}
        {size}.{missingFiles > 0 && ` ${formatCount(missingFiles, 'file is', 'files are')} not on this server.`}
      </p>
      <PostForm action={personalArchivePath} reloadDocument sends={{ email }}>
        <Submit look="primary" label="Download the archive" />
      </PostForm>
    </Notice>
  );
}

function View({ data }: { data: PrivacyAct[] }) {
  const answer = useAnswer<Found>();
  const found = answer?.found;
  const shown = found && 'personal' in found ? found.personal : null;
  // The list stays while an act on it is refused, or asks for a proof.
  const [last, setLast] = useState<PersonalData | null>(shown);
  useEffect(() => {
    if (shown) setLast(shown);
    else if (answer?.done) setLast(null);
  }, [shown, answer]);
  const personal = shown ?? (answer?.done ? null : last);
  const { values = {}, fields = [] } = answer?.refusal ?? {};
  const findError = (name: string) => fields.find(({ path }) => path === name)?.message;
  return (
    <PrivacyLayout width="text">
      <FormRefusal refusal={answer?.refusal} />
      <Notice>{answer?.done}</Notice>
      {found && 'archive' in found && <ArchiveNotice plan={found.archive} />}
      <Panel title="What is stored about a person" isPadded>
        <p>
          When somebody asks what you keep about them, find it by their e-mail address, or by their telephone number
          (with +) if they gave no address. Send them the export and your answer. Erase what is listed only after the
          answer has been sent. Searches are recorded with your name, but without the address.
        </p>
        <PostForm className={fieldRow.row} sends={{ intent: 'find' }}>
          <TextField
            key={personal?.email}
            label="E-mail address or telephone number"
            name="email"
            required
            maxLength={254}
            autoComplete="off"
            defaultValue={values.email ?? personal?.email}
            error={findError('email')}
          />
          <div className={fieldRow.action}>
            <Submit look={personal ? 'quiet' : 'primary'} icon={Search} label="Find" />
          </div>
        </PostForm>
      </Panel>
      {personal ? (
        <>
          <PersonalDataList personal={personal} />
          <ErasePanel personal={personal} findError={findError} />
        </>
      ) : (
        <Panel title="Last in the record">
          <ActTable acts={data} />
        </Panel>
      )}
    </PrivacyLayout>
  );
}

/** Finds, exports and erases what is stored about an e-mail address. Works without JavaScript. */
export const screen: Screen<PrivacyAct[]> = {
  title: () => 'Privacy',
  loader: async ({ client }) => (await client.call('privacyActs', { size: 5 })).items,
  action: async ({ client, form }) => {
    const { email } = readFields(form, 'email');
    const intent = readChoice(form, 'intent', ['find', 'export', 'erase']);
    if (intent === 'find') return { found: { personal: await client.call('findPersonalData', { email }) } };
    if (intent === 'export')
      return { found: { archive: { email, ...(await client.call('planPersonalExport', { email })) } } };
    const count = Number(readFields(form, 'count').count || Number.NaN);
    const { erased, record } = await client.call('erasePersonalData', {
      email,
      count: Number.isSafeInteger(count) ? count : -1,
      lostFiles: form.lostFiles === 'yes',
    });
    return { done: `Erased (${describePersonalRows(erased)}). This is number ${record} of the record.` };
  },
  View,
};
