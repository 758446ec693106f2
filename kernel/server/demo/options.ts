import type { Db } from '../context.ts'

export interface DemoOptions {
  /** Current students of the demo school. */
  students: number
  /** Of the password that all its accounts share. */
  passwordHash: string
}
/** Default export of a module's `server/demo.ts`. All of them run in one transaction, in the order of the modules' needs. */
export type Demo = (db: Db, options: DemoOptions) => Promise<unknown>

/** Students of a whole school, for which modules state how much they have of something. */
const WHOLE = 30_000
/** How many of `whole` a school of this size has: its share, but at least so many. */
export const sized = (students: number, whole: number, least: number): number => Math.max(least, Math.round((whole * students) / WHOLE))
