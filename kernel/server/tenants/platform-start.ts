import { PLATFORM_ROLE } from '#model/roles.ts'
import { platformGate } from '../access/platform-tenant.ts'
import type { Core } from '../data/core.ts'
import type { Gate } from '../data/gate.ts'
import type { FirstAdmin } from './first-admin.ts'
import { seedMenus } from './menus.ts'
import { type Step, seedDictionaries, seedRoles } from './provision.ts'
import { runSteps } from './run-steps.ts'

/** Initial platform administrator. */
export const OPERATOR: FirstAdmin = { userName: 'platform', nickName: PLATFORM_ROLE.name }
/** Prepares tenant 000000: role, menus, code sets. */
export async function preparePlatform(core: Core): Promise<Gate> {
  const gate = await platformGate(core, 'start')
  await runSteps(core, gate.me.tenantId, platformSteps(core))
  return gate
}
/** Update steps of the platform, like `stepsOf` for schools. */
export const platformSteps = (core: Core): Step[] => [
  { code: 'dictionaries', title: '数据字典', run: seedDictionaries },
  { code: 'roles', title: '角色与数据范围', run: db => seedRoles(db, [PLATFORM_ROLE]) },
  { code: 'menus', title: '菜单与授权', run: db => seedMenus(db, core.registry, 'web') },
]
