import { extensionPoint } from '../base/extension-point.ts'
import type { Db } from '../context.ts'

/** How far one thing is that a new school must set up. */
export interface Ready {
  /** 0 to 1. */
  share: number
  /** What is missing, in a sentence with `{name}` places; undefined when nothing is. */
  text?: string
  /** Lists are said in the reader's language, one by one. */
  values?: Readonly<Record<string, string | number | readonly string[]>>
}
export interface ReadinessCheck {
  kind: 'readiness'
  code: string
  title: string
  /** Where it is set right. */
  link: string
  run: (db: Db) => Promise<Ready>
}
export const readinessChecks = extensionPoint<ReadinessCheck>('readiness', { id: c => c.code })
/** A line of the start-up checklist, brought along by the module that knows; a default export of its server files. */
export const readinessCheck = (code: string, title: string, link: string, run: ReadinessCheck['run']): ReadinessCheck => readinessChecks.make({ code, title, link, run })
