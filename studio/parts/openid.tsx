import { use, useState } from 'react';
import { isApiFailure } from '../../contract/http/client.ts';
import type { StudioInput } from '../../contract/studio/client.ts';
import { StudioSettingsContext, useClient } from '../context.ts';
import { Button, buttonLink } from './button.tsx';
import { RefusalNotice } from './notice.tsx';

/** Why the provider's answer was refused, by the word in the address (`server/studio/serve-openid.ts`). */
const problems: Record<string, (name: string) => string> = {
  cancelled: (name) => `The sign-in at ${name} was cancelled. Try again, or sign in another way.`,
  disabled: () => 'Your account in the Studio is disabled. Ask an owner.',
  stale: (name) => `${name} did not ask you to sign in. Sign out there, then try again.`,
  stranger: (name) => `That is not your account at ${name}.`,
  unknown: (name) =>
    `The Studio does not know this account at ${name}. Ask an owner for an invitation, or sign in another way and add the account under your name.`,
  bad_request: () => 'That sign-in took too long or was already used. Please try again.',
  conflict: (name) => `This account at ${name} already belongs to another user of the Studio.`,
  gone: () => 'This invitation is no longer valid. Ask the person who sent it for a new one.',
  too_many_requests: () => 'Too many attempts. Please wait ten minutes.',
  unavailable: (name) => `${name} is not responding properly. Try again later, or sign in another way.`,
  unauthorized: () => 'Your session has ended. Sign in, then try again.',
};

/** Shows why a sign-in at the provider failed; nothing without a known problem. */
export function OpenIdProblem({ problem }: { problem: string | null }) {
  const { openIdName } = use(StudioSettingsContext);
  const text = problem && Object.hasOwn(problems, problem) ? problems[problem]?.(openIdName ?? 'The provider') : null;
  return <RefusalNotice refusal={text ? { message: text, requestId: null } : null} />;
}

/**
 * Renders the link that signs in or confirms at the provider, without JavaScript too; nothing if no provider is
 * configured.
 */
export function OpenIdLink({ purpose, to }: { purpose: 'SIGN_IN' | 'CONFIRM'; to: string }) {
  const { openIdName } = use(StudioSettingsContext);
  if (!openIdName) return null;
  return (
    <a href={`/studio/sign-in/openid?${new URLSearchParams({ purpose, to })}`} className={buttonLink.quiet}>
      {purpose === 'SIGN_IN' ? 'Sign in' : 'Confirm'} with {openIdName}
    </a>
  );
}

/** Returns the name of the OpenID provider and a function that opens its sign-in; null without a provider. */
export function useOpenId(): { name: string; begin: (input: StudioInput<'beginOpenId'>) => Promise<void> } | null {
  const client = useClient();
  const { openIdName: name } = use(StudioSettingsContext);
  if (!name) return null;
  return {
    name,
    begin: async (input) => {
      const { address } = await client.call('beginOpenId', input);
      location.assign(address);
    },
  };
}

/** Renders a button that leads to the provider; nothing if none is configured. */
export function OpenIdButton({ label, input }: { label: string; input: StudioInput<'beginOpenId'> }) {
  const openId = useOpenId();
  const [refusal, setRefusal] = useState<string | null>(null);
  if (!openId) return null;
  const { name, begin } = openId;

  function handleClick(): void {
    setRefusal(null);
    begin(input).catch((error: unknown) => {
      if (!isApiFailure(error)) throw error;
      setRefusal(error.message);
    });
  }

  return (
    <>
      <RefusalNotice refusal={refusal} />
      <Button onClick={handleClick}>
        {label} {name}
      </Button>
    </>
  );
}
