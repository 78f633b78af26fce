import { formatCount } from '../../../contract/content/number-text.ts';
import type { StudioOutput } from '../../../contract/studio/client.ts';
import { permissionTexts, roleDescriptions } from '../../../contract/studio/permission-texts.ts';
import {
  hasPermission,
  type Permission,
  permissionNames,
  roleNames,
  roles,
} from '../../../contract/studio/permissions.ts';
import { screenPermissions } from '../../../contract/studio/screens.ts';
import { listOtherScreens } from '../../palette/sources.ts';
import form from '../../parts/form.module.css';
import { Panel } from '../../parts/panel.tsx';
import { listRailItems } from '../../parts/rail-items.ts';
import { StateDot } from '../../parts/state-dot.tsx';
import { Table } from '../../parts/table.tsx';
import type { Screen } from '../../screen.ts';
import { AccessLayout } from './access-layout.tsx';
import styles from './roles.module.css';

/** Renders who may do what as a table with a column for each role. */
function RoleTable({
  caption,
  rows,
}: {
  caption: string;
  rows: readonly { name: string; permission: Permission | null }[];
}) {
  return (
    <div className={styles.matrix}>
      <Table caption={caption} columns={['What', ...roles.map((role) => roleNames[role])]}>
        {rows.map(({ name, permission }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {roles.map((role) => {
              const isPermitted = permission === null || hasPermission(role, permission);
              return (
                <td key={role} data-role={roleNames[role]} data-permitted={isPermitted || undefined}>
                  {isPermitted ? <StateDot tone="live">Yes</StateDot> : <span className={form.small}>No</span>}
                </td>
              );
            })}
          </tr>
        ))}
      </Table>
    </div>
  );
}

function View({ data: { users } }: { data: StudioOutput<'roles'> }) {
  const screens = [...listRailItems('OWNER'), ...listOtherScreens('OWNER')].map(({ path, label }) => ({
    name: label,
    permission: screenPermissions[path],
  }));
  return (
    <AccessLayout>
      <Panel title="The roles" isPadded>
        <dl className={styles.roles}>
          {roles.map((role) => (
            <div key={role} className={styles.role}>
              <dt className={form.term}>{roleNames[role]}</dt>
              <dd>{roleDescriptions[role]}</dd>
              <dd className={styles.count}>{formatCount(users[role], 'user')}</dd>
            </div>
          ))}
        </dl>
      </Panel>
      <Panel title="What each role may do">
        <RoleTable
          caption="What each role may do"
          rows={permissionNames.map((permission) => ({ name: permissionTexts[permission], permission }))}
        />
      </Panel>
      <Panel title="Which screens each role may open">
        <RoleTable caption="Which screens each role may open" rows={screens} />
      </Panel>
    </AccessLayout>
  );
}

/** Shows the roles, what each may do, and which screens each may open: from the tables that the server checks by. */
export const screen: Screen<StudioOutput<'roles'>> = {
  title: () => 'Roles',
  loader: ({ client }) => client.call('roles', {}),
  View,
};
