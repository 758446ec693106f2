import type { Row } from '#model'
import type { menu } from '../model/menu.ts'

/** Roles and permissions that decide on a person's menus. */
export interface Holder {
  roles: readonly string[]
  permissions: { has(key: string): boolean }
}
/** Whether a person sees an entry of the menu: its permission is held, or it has none, and one of its roles, if it names any. */
export const mayOpen =
  ({ roles, permissions }: Holder) =>
  ({ permissionKey, roles: limited }: Pick<Row<typeof menu>, 'permissionKey' | 'roles'>): boolean =>
    (!permissionKey || permissions.has(permissionKey)) && (!limited?.length || limited.some(code => roles.includes(code)))
