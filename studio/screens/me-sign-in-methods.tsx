import { use, useState } from 'react';
import { useRevalidator } from 'react-router';
import { isApiFailure } from '../../contract/http/client.ts';
import type { SignInMethods } from '../../contract/studio/shapes.ts';
import { StudioSettingsContext, useClient } from '../context.ts';
import { Button, Submit } from '../parts/button.tsx';
import { ConfirmPanel, needsConfirmation } from '../parts/confirm.tsx';
import { RecoveryCodeList } from '../parts/copy-actions.tsx';
import form from '../parts/form.module.css';
import { RefusalNotice } from '../parts/notice.tsx';
import { useOpenId } from '../parts/openid.tsx';
import { Panel } from '../parts/panel.tsx';
import { PostForm } from '../parts/post-form.tsx';
import { RelativeTime } from '../parts/relative-time.tsx';
import { useUser } from '../parts/shell.tsx';
import { isPasskeyAborted } from '../parts/sign-in-fields.tsx';
import table from '../parts/table.module.css';
import { Table } from '../parts/table.tsx';
import { formatTime } from '../parts/time.ts';
import type { ActionRefusal } from '../screen.ts';
import { PasswordSetup, readPasswordSetup } from './join-password-setup.tsx';

type Work = () => Promise<void>;

/** Runs work that may need a proof of who the user is. `retry` is set while the proof is asked for. */
function useConfirmedWork() {
  const [refusal, setRefusal] = useState<Pick<ActionRefusal, 'message' | 'fields'> | null>(null);
  const [retry, setRetry] = useState<Work | null>(null);
  const { revalidate } = useRevalidator();

  async function run(work: Work): Promise<void> {
    setRefusal(null);
    setRetry(null);
    try {
      await work();
      await revalidate();
    } catch (error) {
      if (isPasskeyAborted(error))
        setRefusal({ message: 'No passkey was created. This device may already have one.', fields: [] });
      else if (!isApiFailure(error)) throw error;
      else if (needsConfirmation(error)) setRetry(() => work);
      else setRefusal(error);
    }
  }
  return { run, refusal, retry };
}

function Passkeys({ passkeys }: { passkeys: SignInMethods['passkeys'] }) {
  return (
    <Table caption="Your passkeys" columns={['Passkey', 'Since', 'Last used', 'Change']}>
      {passkeys.map(({ id, name, createdAt, usedAt }) => (
        <tr key={id}>
          <th scope="row">
            <bdi>{name}</bdi>
          </th>
          <td data-label="Since" className={table.wide}>
            <RelativeTime at={createdAt} />
          </td>
          <td data-label="Last used" className={table.wide}>
            {usedAt ? <RelativeTime at={usedAt} /> : 'Never'}
          </td>
          <td className={table.wide}>
            <PostForm className={form.row} sends={{ id }}>
              <input name="name" defaultValue={name} maxLength={60} required aria-label={`Name of ${name}`} />
              <Submit intent="rename-passkey" aria-label={`Rename ${name}`} label="Rename" />
              <Submit look="bare" intent="remove-passkey" aria-label={`Remove ${name}`} label="Remove" />
            </PostForm>
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** Lists how the user signs in, and lets them add, change and remove each method. */
export function SignInMethodsSection({ methods }: { methods: SignInMethods }) {
  const client = useClient();
  const user = useUser();
  const { timeZone } = use(StudioSettingsContext);
  const openId = useOpenId();
  const { run, refusal, retry } = useConfirmedWork();
  const [isChoosing, setChoosing] = useState(false);
  const [codes, setCodes] = useState<string[] | null>(null);

  async function addPasskey(): Promise<void> {
    const { options } = await client.call('beginPasskey', {});
    const { startRegistration } = await import('@simplewebauthn/browser');
    const credential = await startRegistration({ optionsJSON: options });
    await client.call('addPasskey', { credential: { ...credential } });
  }

  return (
    <Panel title="How you sign in" isPadded>
      <div className={form.form}>
        <RefusalNotice refusal={refusal} />
        {retry && <ConfirmPanel onConfirmed={() => void run(retry)} />}
        {methods.passkeys.length > 0 && <Passkeys passkeys={methods.passkeys} />}
        {methods.identities.map(({ id, issuer, usedAt }) => (
          <PostForm key={id} className={form.ends} sends={{ id }}>
            <span>
              Account at {URL.parse(issuer)?.host ?? issuer},{' '}
              {usedAt ? `last used ${formatTime(usedAt, timeZone)}` : 'not used yet'}
            </span>
            <Submit look="bare" intent="remove-identity" label="Remove this account" />
          </PostForm>
        ))}
        <noscript>
          <p>To add passkeys, passwords and recovery codes, turn on JavaScript in your browser.</p>
        </noscript>
        {methods.hasPassword && (
          <PostForm className={form.ends}>
            <span>Password and authenticator app</span>
            <span className={form.row}>
              <Button onClick={() => setChoosing(true)} aria-label="Change password and app" label="Change" />
              <Submit look="bare" intent="remove-password" aria-label="Remove password and app" label="Remove" />
            </span>
          </PostForm>
        )}
        {isChoosing && (
          <form
            className={form.form}
            onSubmit={(event) => {
              event.preventDefault();
              const chosen = readPasswordSetup(event.currentTarget);
              void run(async () => {
                await client.call('setPassword', chosen);
                setChoosing(false);
              });
            }}
          >
            <PasswordSetup
              person={user}
              isBusy={false}
              labels={{ chosen: 'Store the password', back: 'Keep things as they are' }}
              errors={refusal?.fields ?? []}
              onBack={() => setChoosing(false)}
            />
          </form>
        )}
        <div className={form.ends}>
          <span>
            {methods.recoveryCodes === 1 ? '1 recovery code is' : `${methods.recoveryCodes} recovery codes are`} left.
            Each lets you in once if you lose your device.
          </span>
          <Button
            onClick={() => void run(async () => setCodes((await client.call('newRecoveryCodes', {})).recoveryCodes))}
            label="Create new recovery codes"
          />
        </div>
        {codes && (
          <>
            <p>
              Keep these codes away from this computer. They will not be shown again, and the old ones no longer work.
            </p>
            <RecoveryCodeList codes={codes} />
          </>
        )}
        <div className={form.row}>
          {openId && (
            <Button onClick={() => void run(() => openId.begin({ purpose: 'ADD', target: '/studio/me' }))}>
              Add {openId.name}
            </Button>
          )}
          <Button onClick={() => void run(addPasskey)}>Add a passkey</Button>
          {!methods.hasPassword && (
            <Button onClick={() => setChoosing(true)} label="Set a password and an authenticator app" />
          )}
        </div>
      </div>
    </Panel>
  );
}
