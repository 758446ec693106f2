import { extensionPoint } from '../base/extension-point.ts'
import type { Db } from '../context.ts'

/** Progress of one item of the start-up checklist. */
export interface Ready {
  /** 0 to 1. */
  share: number
  /** What is missing, with `{name}` placeholders; undefined when complete. */
  text?: string
  /** Placeholder values; list items are translated one by one. */
  values?: Readonly<Record<string, string | number | readonly string[]>>
}
export interface ReadinessCheck {
  kind: 'readiness'
  code: string
  title: string
  /** Page where it is configured. */
  link: string
  run: (db: Db) => Promise<Ready>
}
export const readinessChecks = extensionPoint<ReadinessCheck>('readiness', { id: c => c.code })
/** Registers a checklist item; a default export of a module's server files. */
export const readinessCheck = (code: string, title: string, link: string, run: ReadinessCheck['run']): ReadinessCheck => readinessChecks.make({ code, title, link, run })
