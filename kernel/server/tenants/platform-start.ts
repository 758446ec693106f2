import { PLATFORM_ROLE } from '#model/roles.ts'
import { platformGate } from '../access/platform-tenant.ts'
import type { Core } from '../data/core.ts'
import type { Gate } from '../data/gate.ts'
import type { FirstAdmin } from './first-admin.ts'
import { seedMenus } from './menus.ts'
import { type Step, seedDictionaries, seedRoles } from './provision.ts'
import { runSteps } from './run-steps.ts'

/** Who runs the installation, until they name others. */
export const OPERATOR: FirstAdmin = { userName: 'platform', nickName: PLATFORM_ROLE.name }
/** Gets tenant 000000 ready: its role, its menus, the code sets. */
export async function preparePlatform(core: Core): Promise<Gate> {
  const gate = await platformGate(core, 'start')
  await runSteps(core, gate.me.tenantId, platformSteps(core))
  return gate
}
/** What is repeated for the platform after an update, as `stepsOf` is for a school. */
export const platformSteps = (core: Core): Step[] => [
  { code: 'dictionaries', title: '数据字典', run: seedDictionaries },
  { code: 'roles', title: '角色与数据范围', run: db => seedRoles(db, [PLATFORM_ROLE]) },
  { code: 'menus', title: '菜单与授权', run: db => seedMenus(db, core.registry, 'web') },
]
