import sql from 'sql-template-tag'
import { onMany } from '#server/context.ts'
import { followRoll, makeLetters } from './letters.ts'

const idsOf = (payloads: ReadonlyArray<Record<string, unknown>>): string[] => payloads.flatMap(({ studentId }) => (typeof studentId === 'string' ? [studentId] : []))
/** Whoever is admitted has a letter to check; corrections of the roll reach it. */
export default [
  onMany('student.admitted', 'letter.admitted', async ({ db }, payloads) => void (await makeLetters(db, sql`a.id = any(${idsOf(payloads)}::uuid[])`))),
  onMany('student.admissionChanged', 'letter.changed', async ({ db }, payloads) => followRoll(db, idsOf(payloads))),
  onMany('student.infoChanged', 'letter.corrected', async ({ db }, payloads) => followRoll(db, idsOf(payloads))),
]
