import type { BigScreen, Measure, Revealed } from '#model'
import { systemPrincipal } from '../access/calls.ts'
import type { Principal, Reach } from '../context.ts'

/** Viewer of a screen. Viewers with the same `audience` share cached values. */
export interface Viewer {
  me: Principal
  permission: string
  audience: string
  reveals: readonly Revealed[]
  /** Only measures declared open. */
  isOpenOnly: boolean
}
/** Whether this viewer is shown what the measure has for some keys only. */
export const isRevealed = ({ reveals }: Measure, viewer: Viewer): boolean => reveals !== null && viewer.reveals.includes(reveals)
/** Principal with a screen's permission only. */
const holder = (tenantId: string, permission: string, reach: Reach): Principal => ({ ...systemPrincipal(tenantId), permissions: new Map([[permission, [reach]]]) })
const wholeSchool = (tenantId: string, { permission }: BigScreen): Pick<Viewer, 'me' | 'audience'> => ({
  me: holder(tenantId, permission, { roleCode: 'screen', scope: 'all' }),
  audience: 'all',
})

/** A signed-in viewer: users with whole-school scope share one audience, others have their own. Room numbers and names need a screen key. */
export function personViewer(me: Principal, screen: BigScreen): Viewer {
  const reaches = me.permissions.get(screen.permission) ?? []
  const common = { permission: screen.permission, reveals: [], isOpenOnly: false }
  if (reaches.some(r => r.scope === 'all')) return { ...wholeSchool(me.tenantId, screen), ...common }
  return { me, audience: `${me.userId} ${JSON.stringify(reaches)}`, ...common }
}
/** Viewer with a screen key, for the whole school or some departments. */
export function keyViewer(tenantId: string, screen: BigScreen, { departmentIds, reveals }: { departmentIds: readonly string[]; reveals: readonly Revealed[] }): Viewer {
  const common = { permission: screen.permission, reveals, isOpenOnly: false }
  if (!departmentIds.length) return { ...wholeSchool(tenantId, screen), ...common }
  const ids = [...departmentIds].sort()
  const reach: Reach = { roleCode: 'screen', scope: 'custom', custom: { departmentIds: ids } }
  return { me: holder(tenantId, screen.permission, reach), audience: `departments ${ids.join(',')}`, ...common }
}
/** Anonymous viewer, where the school has switched screen keys off. */
export const openViewer = (tenantId: string, screen: BigScreen): Viewer => ({
  ...wholeSchool(tenantId, screen),
  permission: screen.permission,
  reveals: [],
  isOpenOnly: true,
})
