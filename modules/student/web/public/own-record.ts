import type { AnswerOf } from '#web/forms/useAct.ts'
import type { Shown } from '#web/records/columns.ts'
import type { myFields } from '../../model/actions.ts'
import { COMPLETENESS_FIELDS, missingFields, OWN_FIELDS } from '../../model/fields.ts'
import type { student } from '../../model/student.ts'

/** The student's own record. */
export type Mine = Shown<typeof student>

type OwnRule = NonNullable<AnswerOf<typeof myFields>[number]>
/** How each field of the record changes; one that is not named does not. */
export type OwnRules = ReadonlyMap<string, OwnRule>
export const isFree = (rules: OwnRules, name: string): boolean => rules.get(name)?.mode === 'free'

export interface Lacking {
  /** Missing fields the student can fill in. */
  own: Array<(typeof OWN_FIELDS)[number]>
  /** Missing fields only the school can fill in. */
  school: string[]
  filled: number
  whole: number
}
/** Missing fields by responsibility. */
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
/** Record for display: region names instead of codes. */
export const readable = (row: Mine): Mine => ({ ...row, ...Object.fromEntries(CANTONS.map(name => [name, row[`${name}Name`]])) })
