import { PLATFORM_ROLE } from '#model/roles.ts'
import type { Core } from '../data/core.ts'
import type { Gate } from '../data/gate.ts'
import { tenantOf } from '../data/tenant.ts'
import { systemGate } from './calls.ts'

/** Where the installation is run; a school in everything but schooling. */
export const PLATFORM_CODE = '000000'

/** The program acting for the platform, whose tenant is made when it is first asked for. */
export const platformGate = async (core: Core, source: string): Promise<Gate> =>
  systemGate(core, await tenantOf(core, { code: PLATFORM_CODE, schoolName: PLATFORM_ROLE.name }, 'active'), source, PLATFORM_CODE)
