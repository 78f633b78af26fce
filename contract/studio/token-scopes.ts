import { hasPermission, type Permission, permissionNames, type Role } from './permissions.ts';

/** The permissions that no token can have: a program must not sign in, invite anybody, or make further tokens. */
const personalPermissions: readonly Permission[] = ['own-account', 'manage-users', 'manage-access'];

export const tokenScopes = permissionNames.filter((permission) => !personalPermissions.includes(permission));

/** What somebody may do: a role, which a token limits to its scopes. */
export interface Authority {
  role: Role;
  /** The scopes of the token by which a program acts; null or absent for a person. */
  scopes?: readonly Permission[] | null;
}

/** Returns whether a person, or a program with a token, has a permission. */
export function isPermitted({ role, scopes }: Authority, permission: Permission): boolean {
  if (!hasPermission(role, permission)) return false;
  return scopes == null || (scopes.includes(permission) && tokenScopes.includes(permission));
}
