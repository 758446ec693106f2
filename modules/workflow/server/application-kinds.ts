import type { Entity } from '#model'
import { type FlowSubject, subjectOf } from '#model/flow/index.ts'
import { extensionPoint } from '#server/base/extension-point.ts'
import type { Db } from '#server/context.ts'
import type { ApplicationHooks, ApplicationOf } from './application.ts'

export const applicationsOf = extensionPoint<ApplicationOf>('application', { id: a => a.subject.processType, entity: a => a.subject.entity.name })

export interface Kind {
  subject: FlowSubject
  hooks: ApplicationHooks
}
/** The registered kind of application; its module must be loaded here. */
export function kindOf(db: Db, processType: string): Kind {
  const found = db.registered(applicationsOf).find(a => a.subject.processType === processType)
  if (!found) throw new Error(`no module runs applications of ${processType}`)
  return found
}
/** Whether rows of this entity are applications. */
export const isApplication = (db: Db, { name }: Entity): boolean => db.registered(applicationsOf).some(a => a.subject.entity.name === name)
/** Label of a kind of application; its code where the module is no longer loaded. */
export const kindName = (processType: string): string => subjectOf(processType)?.label ?? processType
