import { allActions, allEntities, type Fields, permissionKey, Refusal } from '#model'
import { accountNames } from '#server/access/accounts.ts'
import { holdersOf } from '#server/access/holders.ts'
import { handle } from '#server/context.ts'
import { roleHolders } from '../model/user-roles.ts'

const names = (fields: Fields, role: string): boolean => Object.values(fields).some(({ options }) => options.role === role || options.of?.options.role === role)
/** Permissions with which somebody reads or names holders of a role: of the records and actions that have a field for one. */
const namers = (role: string): string[] => [
  ...allEntities().flatMap(e => (names(e.fields, role) ? permissionKey(e, 'list') : [])),
  ...allActions().flatMap(a => (names(a.input, role) ? a.permission : [])),
]
export default handle(roleHolders, async ({ db, me }, { role }) => {
  if (!namers(role).some(permission => me.permissions.has(permission))) throw new Refusal(403, [{ rule: 'access.noPermission', text: '没有这项操作的权限' }])
  const holders = await holdersOf(db, role)
  return [
    ...(await accountNames(
      db,
      holders.map(h => h.id),
    )),
  ].map(([id, label]) => ({ id, value: id, label }))
})
