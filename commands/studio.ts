import type { Command } from 'commander';
import { createJoinLink, getJoinAddress, hasUsers } from '../api/people/users/links.ts';
import { inviteUser, listUsers, resetUserByEmail } from '../api/people/users/manage.ts';
import { type Role, roles } from '../contract/studio/permissions.ts';
import { getCompanySettings } from '../server/company.ts';
import { addExamples } from './options.ts';
import { UsageError } from './usage-error.ts';
import { withDatabase } from './with-database.ts';

function parseRole(text: string): Role {
  const role = roles.find((each) => each === text.toUpperCase());
  if (!role) throw new UsageError(`There is no role "${text}".`);
  return role;
}

/** Runs work with the database and what links of the Studio need. */
function withCompany(work: (ctx: Parameters<typeof inviteUser>[0], siteUrl: string) => Promise<void>): Promise<void> {
  return withDatabase(({ db }, settings) => {
    const siteUrl = settings.SITE_URL ?? `http://localhost:${settings.PORT}`;
    return work({ db, company: getCompanySettings(settings, () => siteUrl) }, siteUrl);
  });
}

async function list(): Promise<void> {
  await withCompany(async (ctx) => {
    for (const user of (await listUsers(ctx, { page: 0, size: 10_000 })).items)
      console.log(`${user.role.padEnd(9)} ${user.email}  ${user.name}${user.isDisabled ? '  (disabled)' : ''}`);
  });
}

async function invite(email: string, role: string, name: string[]): Promise<void> {
  await withCompany(async (ctx) =>
    console.log((await inviteUser(ctx, { email, role: parseRole(role), name: name.join(' ') })).link),
  );
}

async function reset(email: string): Promise<void> {
  await withCompany(async (ctx) => console.log((await resetUserByEmail(ctx, email)).link));
}

async function setUp(): Promise<void> {
  await withCompany(async (ctx, siteUrl) => {
    if (await hasUsers(ctx)) throw new UsageError('There are users already. Use "invite" or "reset".');
    console.log(getJoinAddress(siteUrl, 'SET_UP', await createJoinLink(ctx, { purpose: 'SET_UP', role: 'OWNER' })));
  });
}

export function defineStudio(command: Command): void {
  command.description("Manages the Studio's users on the server's own machine.");
  command
    .command('list', { isDefault: true })
    .summary('lists the users')
    .description('Lists the users. It is what site studio does without a sub-command.')
    .action(list);
  const invited = command
    .command('invite')
    .summary('prints a link by which a person joins')
    .description('Prints a link by which a person joins. It works once, for 72 hours.')
    .argument('<e-mail>', 'the address of the person')
    .argument('<role>', 'owner, editor, author, operator or reader')
    .argument('<name...>', 'the name of the person');
  addExamples(invited, ['studio invite ada@example.com editor Ada Lovelace']).action(invite);
  const renewed = command
    .command('reset')
    .summary('prints a link by which a user gets a new passkey or password')
    .description('Prints a link by which a user gets a new passkey or password; the old ones stop working.')
    .argument('<e-mail>', 'the address of the user');
  addExamples(renewed, ['studio reset ada@example.com']).action(reset);
  command
    .command('set-up')
    .summary('prints a link for the first owner')
    .description('Prints a link for the first owner, valid for an hour.')
    .action(setUp);
}
