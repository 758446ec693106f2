import { extensionPoint } from '../base/extension-point.ts'
import type { Db } from '../context.ts'

/** A module's provisioning step. Runs once per new school, after roles, menus and code sets exist; must be idempotent. For data of every update use a `seed`. */
export interface ProvisionStep {
  kind: 'provisionStep'
  code: string
  title: string
  run: (db: Db, school: { code: string; schoolName: string }) => Promise<void>
}
export const provisionSteps = extensionPoint<ProvisionStep>('provisionStep', { id: s => s.code })
export const provisionStep = (code: string, title: string, run: ProvisionStep['run']): ProvisionStep => provisionSteps.make({ code, title, run })
