import { createJoinLink, getJoinAddress, hasUsers } from '../api/people/users/links.ts';
import { inviteUser, listUsers, resetUserByEmail } from '../api/people/users/manage.ts';
import { type Role, roles } from '../contract/studio/permissions.ts';
import { getCompanySettings } from '../server/company.ts';
import { runCommand, UsageError, withDatabase } from './with-database.ts';

// Manages the Studio's users on the server's own machine: lists them, invites people, and resets their sign-in.

const usage = `npm run studio -- list
npm run studio -- invite ada@example.com owner Ada Lovelace
    (owner, editor, author, operator or reader; prints a link that works once, for 72 hours)
npm run studio -- reset ada@example.com
    (prints a link by which a user gets a new passkey or password; the old ones stop working)
npm run studio -- set-up
    (prints a link for the first owner, for an hour)`;

function parseRole(text = ''): Role {
  const role = roles.find((each) => each === text.toUpperCase());
  if (!role) throw new UsageError(`There is no role "${text}".`);
  return role;
}

const [command = 'list', email = '', ...rest] = process.argv.slice(2);
await runCommand(usage, () =>
  withDatabase(async ({ db }, settings) => {
    const siteUrl = settings.SITE_URL ?? `http://localhost:${settings.PORT}`;
    const ctx = { db, company: getCompanySettings(settings, () => siteUrl) };
    if (command === 'invite' && email && rest.length > 1) {
      const [role, ...name] = rest;
      const { link } = await inviteUser(ctx, { email, role: parseRole(role), name: name.join(' ') });
      console.log(link);
    } else if (command === 'reset' && email) console.log((await resetUserByEmail(ctx, email)).link);
    else if (command === 'set-up') {
      if (await hasUsers(ctx)) throw new UsageError('There are users already. Use "invite" or "reset".');
      console.log(getJoinAddress(siteUrl, 'SET_UP', await createJoinLink(ctx, { purpose: 'SET_UP', role: 'OWNER' })));
    } else if (command === 'list') {
      for (const user of (await listUsers(ctx)).items)
        console.log(`${user.role.padEnd(9)} ${user.email}  ${user.name}${user.isDisabled ? '  (disabled)' : ''}`);
    } else throw new UsageError(`There is no command "${command}".`);
  }),
);
