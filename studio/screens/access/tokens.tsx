import { KeyRound } from 'lucide-react';
import { formatCount } from '../../../contract/content/number-text.ts';
import { isolateText } from '../../../contract/content/text-direction.ts';
import type { ApiToken, TokenState } from '../../../contract/studio/access-operations.ts';
import type { StudioOutput } from '../../../contract/studio/client.ts';
import { permissionTexts } from '../../../contract/studio/permission-texts.ts';
import { tokenScopes } from '../../../contract/studio/token-scopes.ts';
import { findMessage } from '../../fields/props.ts';
import { loadListPage } from '../../list-page.ts';
import { buttonLink, Submit } from '../../parts/button.tsx';
import { FormRefusal } from '../../parts/confirm.tsx';
import { AddressNotice } from '../../parts/copy-actions.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import fieldRow from '../../parts/field-row.module.css';
import form from '../../parts/form.module.css';
import { Icon } from '../../parts/icon.tsx';
import { Panel } from '../../parts/panel.tsx';
import { PostForm } from '../../parts/post-form.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { StateDot, type Tone } from '../../parts/state-dot.tsx';
import table from '../../parts/table.module.css';
import { Pager, Table } from '../../parts/table.tsx';
import { SelectField, TextField } from '../../parts/text-field.tsx';
import { formatDay } from '../../parts/time.ts';
import { readChoice, readFields } from '../../read-fields.ts';
import { type Screen, useAnswer, useFormKey } from '../../screen.ts';
import { AccessLayout } from './access-layout.tsx';
import { CheckboxGroup, readChecked } from './checkbox-group.tsx';

const states: Record<TokenState, { tone: Tone; label: string }> = {
  ACTIVE: { tone: 'live', label: 'Works' },
  PAUSED: { tone: 'alert', label: 'Its maker is disabled' },
  EXPIRED: { tone: 'soft', label: 'Expired' },
  REVOKED: { tone: 'soft', label: 'Revoked' },
};

const lifetimes = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '180', label: 'Half a year' },
  { value: '365', label: 'A year' },
];

const labels = { name: 'What it is for', days: 'Works for', scopes: 'What a program may do with it' };
const scopeOptions = tokenScopes.map((value) => ({ value, label: permissionTexts[value] }));

function TokenRow({ token }: { token: ApiToken }) {
  const { tone, label } = states[token.state];
  const isUsable = token.state === 'ACTIVE' || token.state === 'PAUSED';
  return (
    <tr>
      <th scope="row">
        <bdi>{token.name}</bdi> <code className={form.mono}>{token.prefix}…</code>
        <details>
          <summary className={form.small}>{formatCount(token.scopes.length, 'scope')}</summary>
          <ul className={form.small}>
            {token.scopes.map((scope) => (
              <li key={scope}>
                {permissionTexts[scope]}
                {token.lostScopes.includes(scope) && ' – not any more, because its maker may not'}
              </li>
            ))}
          </ul>
        </details>
      </th>
      <td>
        <StateDot tone={tone}>{label}</StateDot>
      </td>
      <td data-label="Made" className={table.wide}>
        <RelativeTime at={token.createdAt} />, by <bdi>{token.madeBy}</bdi>
      </td>
      <td data-label="Last used" className={table.wide}>
        {token.usedOn ? formatDay(`${token.usedOn}T12:00:00Z`, 'UTC') : 'Never'}
      </td>
      <td data-label={isUsable ? 'Ends' : 'Ended'}>
        <RelativeTime at={token.revokedAt ?? token.expiresAt} />
        {token.revokedBy && (
          <>
            , by <bdi>{token.revokedBy}</bdi>
          </>
        )}
      </td>
      <td>
        {isUsable && (
          <PostForm sends={{ id: token.id }}>
            <Submit look="bare" intent="revoke" aria-label={`Revoke ${token.name}`} label="Revoke" />
          </PostForm>
        )}
      </td>
    </tr>
  );
}

function View({ data: { items, ...list } }: { data: StudioOutput<'apiTokens'> }) {
  const answer = useAnswer();
  const { values, fields = [] } = answer?.refusal ?? {};
  const isOpen = answer?.refusal !== undefined && values?.intent === 'create';
  return (
    <AccessLayout
      actions={
        <a href="#new-token" className={buttonLink.primary}>
          <Icon of={KeyRound} />
          Make a token
        </a>
      }
    >
      <FormRefusal refusal={answer?.refusal} labels={labels} />
      <AddressNotice text={answer?.done} label="The token" />
      <div id="new-token" className={form.revealed} data-shown={isOpen || undefined}>
        <Panel title="Make a token" isPadded>
          {/* The next token begins with empty fields. */}
          <PostForm key={useFormKey('create')} className={form.form} sends={{ intent: 'create' }}>
            <div className={fieldRow.row}>
              <TextField
                label={labels.name}
                name="name"
                required
                maxLength={80}
                defaultValue={values?.name}
                error={findMessage(fields, 'name')}
              />
              <SelectField label={labels.days} name="days" defaultValue={values?.days ?? '90'} options={lifetimes} />
            </div>
            <CheckboxGroup
              label={labels.scopes}
              name="scopes"
              options={scopeOptions}
              checked={values}
              error={findMessage(fields, 'scopes')}
            />
            <div className={form.row}>
              <Submit look="primary" label="Make the token" />
              <span className={form.small}>It may never do more than you, even after your role changes.</span>
            </div>
          </PostForm>
        </Panel>
      </div>
      {items.length === 0 ? (
        <EmptyState drawing="empty" title="There are no tokens.">
          <p>With a token a program reads and writes what you permit, by the API of the Studio.</p>
        </EmptyState>
      ) : (
        <Table caption="Tokens" columns={['For', 'State', 'Made', 'Last used', 'Until', '']}>
          {items.map((token) => (
            <TokenRow key={token.id} token={token} />
          ))}
        </Table>
      )}
      <Pager {...list} />
    </AccessLayout>
  );
}

/** Lists, makes and revokes the tokens of programs. Works without JavaScript. */
export const screen: Screen<StudioOutput<'apiTokens'>> = {
  title: () => 'Tokens',
  getRailPath: () => 'access',
  loader: ({ client, url }) => loadListPage(url, (page) => client.call('apiTokens', { page })),
  action: async ({ client, form: sent }) => {
    if (readChoice(sent, 'intent', ['create', 'revoke']) === 'revoke') {
      await client.call('revokeApiToken', { id: Number(readFields(sent, 'id').id) });
      return { done: 'The token is revoked. Programs that use it are refused from now on.' };
    }
    const { name, days } = readFields(sent, 'name', 'days');
    const scopes = readChecked(sent, 'scopes', tokenScopes);
    const { secret } = await client.call('createApiToken', { name, scopes, days: Number(days) });
    return { done: `Copy the token for ${isolateText(name)} now, because it is not shown again: ${secret}` };
  },
  View,
};
