import { PLATFORM_ROLE } from '#model/roles.ts'
import type { Core } from '../data/core.ts'
import type { Gate } from '../data/gate.ts'
import { tenantOf } from '../data/tenant.ts'
import { systemGate } from './calls.ts'

/** Tenant of the installation's operators; technically a school. */
export const PLATFORM_CODE = '000000'

/** System gate of the platform tenant, which is created on first use. */
export const platformGate = async (core: Core, source: string): Promise<Gate> =>
  systemGate(core, await tenantOf(core, { code: PLATFORM_CODE, schoolName: PLATFORM_ROLE.name }, 'active'), source, PLATFORM_CODE)
