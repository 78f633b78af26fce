import { use, useEffect, useState } from 'react';
import { isApiFailure } from '../../contract/http/client.ts';
import { roleDescriptions } from '../../contract/studio/permission-texts.ts';
import { roleNames } from '../../contract/studio/permissions.ts';
import type { JoinLink } from '../../contract/studio/shapes.ts';
import { StudioSettingsContext, useClient } from '../context.ts';
import { findMessage } from '../fields/props.ts';
import { Button, buttonLink, Submit } from '../parts/button.tsx';
import { RecoveryCodeList } from '../parts/copy-actions.tsx';
import { Entrance } from '../parts/entrance.tsx';
import form from '../parts/form.module.css';
import { RefusalNotice } from '../parts/notice.tsx';
import { OpenIdButton } from '../parts/openid.tsx';
import { isPasskeyAborted } from '../parts/sign-in-fields.tsx';
import { TextField } from '../parts/text-field.tsx';
import { useHasScript } from '../parts/use-has-script.ts';
import type { ActionRefusal, Screen } from '../screen.ts';
import { type Newcomer, PasswordSetup, readPasswordSetup } from './join-password-setup.tsx';

const titles: Record<JoinLink['purpose'], string> = {
  SET_UP: 'Set up the Studio',
  INVITATION: 'Join the Studio',
  RESET: 'Get back into the Studio',
};

type Method = 'passkey' | 'password';

/** Asks for name and address, and for the method of signing in from now on. */
function JoinForm({ token, link, onJoined }: { token: string; link: JoinLink; onJoined: (codes: string[]) => void }) {
  const client = useClient();
  const { siteName } = use(StudioSettingsContext);
  const [person, setPerson] = useState<Newcomer>({ name: link.name ?? '', email: link.email ?? '' });
  const [method, setMethod] = useState<Method>('passkey');
  const [refusal, setRefusal] = useState<Pick<ActionRefusal, 'message' | 'fields'> | null>(null);
  const [isBusy, setBusy] = useState(false);
  const errors = refusal?.fields ?? [];
  const isKnown = link.email !== null;

  async function run(work: () => Promise<{ recoveryCodes: string[] }>): Promise<void> {
    setBusy(true);
    setRefusal(null);
    try {
      onJoined((await work()).recoveryCodes);
    } catch (error) {
      if (isPasskeyAborted(error))
        setRefusal({
          message: 'No passkey was created. Try again, or choose a password and an authenticator app.',
          fields: [],
        });
      else if (isApiFailure(error)) setRefusal(error);
      else throw error;
    } finally {
      setBusy(false);
    }
  }

  async function joinWithPasskey() {
    const { options } = await client.call('beginJoin', { token, ...person });
    const { startRegistration } = await import('@simplewebauthn/browser');
    const credential = await startRegistration({ optionsJSON: options });
    return client.call('finishJoin', { token, ...person, credential: { ...credential } });
  }

  return (
    <form
      className={form.form}
      onSubmit={(event) => {
        event.preventDefault();
        const { currentTarget } = event;
        if (method === 'passkey') void run(joinWithPasskey);
        else void run(() => client.call('joinWithPassword', { token, ...person, ...readPasswordSetup(currentTarget) }));
      }}
    >
      {link.purpose === 'INVITATION' && (
        <p>
          {link.invitedBy ? (
            <>
              <bdi>{link.invitedBy}</bdi> invites you
            </>
          ) : (
            'You are invited'
          )}{' '}
          to the Studio of {siteName}.
        </p>
      )}
      <p className={form.soft}>
        {roleNames[link.role]}: {roleDescriptions[link.role]}
      </p>
      <RefusalNotice refusal={refusal} />
      <TextField
        label="Your name"
        autoComplete="name"
        required
        value={person.name}
        error={findMessage(errors, 'name')}
        onChange={({ target }) => setPerson({ ...person, name: target.value })}
      />
      <TextField
        label="E-mail address"
        type="email"
        autoComplete="email"
        required
        readOnly={isKnown}
        value={person.email}
        error={findMessage(errors, 'email')}
        onChange={({ target }) => setPerson({ ...person, email: target.value })}
      />
      {method === 'passkey' ? (
        <>
          <Submit look="primary" disabled={isBusy} label="Create a passkey" />
          <p className={form.soft}>
            A passkey is kept by this device or your password manager. You unlock it with your fingerprint, face or PIN,
            so there is nothing to remember.
          </p>
          <Button onClick={() => setMethod('password')}>Use a password and an authenticator app instead</Button>
          <OpenIdButton label="Join with" input={{ purpose: 'JOIN', target: '/studio', token, ...person }} />
        </>
      ) : (
        <PasswordSetup person={person} isBusy={isBusy} errors={errors} onBack={() => setMethod('passkey')} />
      )}
    </form>
  );
}

function RecoveryCodes({ codes }: { codes: string[] }) {
  return (
    <div className={form.form}>
      <p>
        You are signed in. Keep these ten recovery codes away from this computer: each lets you in once if you lose your
        device. They will not be shown again.
      </p>
      <RecoveryCodeList codes={codes} />
      <a href="/studio" className={buttonLink.primary}>
        I have saved them, continue
      </a>
    </div>
  );
}

/** Reads the link's secret from the fragment, which is never sent to a server. */
function View() {
  const client = useClient();
  const [token, setToken] = useState('');
  const [link, setLink] = useState<JoinLink | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const hasScript = useHasScript();
  const [refusal, setRefusal] = useState<string | null>(null);
  useEffect(() => {
    const secret = location.hash.slice(1);
    setToken(secret);
    client.call('readJoinLink', { token: secret }).then(setLink, (error: unknown) => {
      setRefusal(error instanceof Error ? error.message : 'The link could not be read.');
    });
  }, [client]);
  return (
    <Entrance title={codes ? 'Your recovery codes' : link ? titles[link.purpose] : 'Join the Studio'}>
      <noscript>
        <p>This step needs JavaScript, because the secret in your link never leaves the browser.</p>
      </noscript>
      <RefusalNotice refusal={refusal} />
      {codes ? <RecoveryCodes codes={codes} /> : link && <JoinForm token={token} link={link} onJoined={setCodes} />}
      {hasScript && !link && !refusal && <p role="status">Reading your link…</p>}
    </Entrance>
  );
}

export const screen: Screen<null> = {
  title: () => 'Join',
  loader: async () => null,
  View,
};
