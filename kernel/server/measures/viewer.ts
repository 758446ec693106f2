import type { BigScreen } from '#model'
import { systemPrincipal } from '../access/calls.ts'
import type { Principal, Reach } from '../context.ts'

/** Whose numbers these are. Viewers of one audience share what was counted. */
export interface Viewer {
  me: Principal
  permission: string
  audience: string
  showRooms: boolean
  /** Only measures that everybody may see. */
  isOpenOnly: boolean
}
/** Somebody who holds nothing but one screen. */
const holder = (tenantId: string, permission: string, reach: Reach): Principal => ({ ...systemPrincipal(tenantId), permissions: new Map([[permission, [reach]]]) })
const wholeSchool = (tenantId: string, { permission }: BigScreen): Pick<Viewer, 'me' | 'audience'> => ({
  me: holder(tenantId, permission, { roleCode: 'screen', scope: 'all' }),
  audience: 'all',
})

/** A person at a wall: whoever sees the whole school sees the same as every other such person, everybody else their own. Rooms are a matter of keys. */
export function personViewer(me: Principal, screen: BigScreen): Viewer {
  const reaches = me.permissions.get(screen.permission) ?? []
  const common = { permission: screen.permission, showRooms: false, isOpenOnly: false }
  if (reaches.some(r => r.scope === 'all')) return { ...wholeSchool(me.tenantId, screen), ...common }
  return { me, audience: `${me.userId} ${JSON.stringify(reaches)}`, ...common }
}
/** A wall with a key: the school's, or some departments'. */
export function keyViewer(tenantId: string, screen: BigScreen, { departmentIds, showRooms }: { departmentIds: readonly string[]; showRooms: boolean }): Viewer {
  const common = { permission: screen.permission, showRooms, isOpenOnly: false }
  if (!departmentIds.length) return { ...wholeSchool(tenantId, screen), ...common }
  const ids = [...departmentIds].sort()
  const reach: Reach = { roleCode: 'screen', scope: 'custom', custom: { departmentIds: ids } }
  return { me: holder(tenantId, screen.permission, reach), audience: `departments ${ids.join(',')}`, ...common }
}
/** Anybody, where the school has switched keys off. */
export const openViewer = (tenantId: string, screen: BigScreen): Viewer => ({
  ...wholeSchool(tenantId, screen),
  permission: screen.permission,
  showRooms: false,
  isOpenOnly: true,
})
