import type { Entity } from '#model'
import { type FlowSubject, subjectOf } from '#model/flow/index.ts'
import { extensionPoint } from '#server/base/extension-point.ts'
import type { Db } from '#server/context.ts'
import type { Gate } from '#server/data/gate.ts'
import type { ApplicationHooks, ApplicationOf } from './application.ts'

export const applicationsOf = extensionPoint<ApplicationOf>('application', { id: a => a.subject.processType, entity: a => a.subject.entity.name })

export interface Kind {
  subject: FlowSubject
  hooks: ApplicationHooks
}
/** What a kind of application tells the engine and does; its module must run here. */
export function kindOf(db: Db, processType: string): Kind {
  // what modules have registered is known to the gate of the kernel, which every Db is
  const found = (db as Gate).registered(applicationsOf).find(a => a.subject.processType === processType)
  if (!found) throw new Error(`no module runs applications of ${processType}`)
  return found
}
/** Whether rows of this entity are applications. */
export const isApplication = (db: Db, { name }: Entity): boolean => (db as Gate).registered(applicationsOf).some(a => a.subject.entity.name === name)
/** What people call a kind of application; its code where the module does not run any more. */
export const kindName = (processType: string): string => subjectOf(processType)?.label ?? processType
