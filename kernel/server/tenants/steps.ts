import { extensionPoint } from '../base/extension-point.ts'
import type { Db } from '../context.ts'

/** A step of opening a school that a module brings along. It runs once for each new school, after roles, menus and code sets are there;
 *  repeating it must change nothing. What every school gets at every update is a `seed`. */
export interface ProvisionStep {
  kind: 'provisionStep'
  code: string
  title: string
  run: (db: Db, school: { code: string; schoolName: string }) => Promise<void>
}
export const provisionSteps = extensionPoint<ProvisionStep>('provisionStep', { id: s => s.code })
export const provisionStep = (code: string, title: string, run: ProvisionStep['run']): ProvisionStep => provisionSteps.make({ code, title, run })
