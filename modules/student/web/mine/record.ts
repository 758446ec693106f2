import type { Shown } from '#web/records/columns.ts'
import { COMPLETENESS_FIELDS, missingFields, OWN_FIELDS } from '../../model/fields.ts'
import type { student } from '../../model/student.ts'

/** The reader's own record. */
export type Mine = Shown<typeof student>

export interface Lacking {
  /** What the student can fill in here. */
  own: Array<(typeof OWN_FIELDS)[number]>
  /** What only the school can. */
  school: string[]
  filled: number
  whole: number
}
/** What a record still lacks, by who can add it. */
export function lackingOf(row: Readonly<Record<string, unknown>>): Lacking {
  const missing = missingFields(row)
  const own = OWN_FIELDS.filter(name => missing.includes(name))
  return {
    own,
    school: missing.filter(name => !(OWN_FIELDS as readonly string[]).includes(name)),
    filled: COMPLETENESS_FIELDS.length - missing.length,
    whole: COMPLETENESS_FIELDS.length,
  }
}

const CANTONS = ['homeCanton', 'nativeCanton', 'sourceCanton'] as const
/** The record as it is read: places by name instead of code. */
export const readable = (row: Mine): Mine => ({ ...row, ...Object.fromEntries(CANTONS.map(name => [name, row[`${name}Name`]])) })
