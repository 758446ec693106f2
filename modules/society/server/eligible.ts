import sql from 'sql-template-tag'
import { schoolYearOf } from '#modules/campus/model/school-year.ts'
import { isAtSchool, STUDENT_STATUS } from '#modules/student/model/status.ts'
import type { StudentOf } from '#modules/student/server/api.ts'
import { factsOfStudents, oneStudent } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { societyMember } from '../model/member.ts'
import { society } from '../model/society.ts'
import { settingsOf } from './settings.ts'

const [BARRED, RANK] = ['discipline.barsOffices', 'cqa.studyRankShare']
export interface Fault {
  key: string
  values: Record<string, unknown>
}
/** Who of these students may not hold an office, for a punishment in force (50-PN13). */
export async function barredAmong(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const facts = await factsOfStudents(db, sql`select unnest(${[...ids]}::uuid[])`, [BARRED])
  return new Set(ids.filter(id => facts(id)[BARRED] === true))
}
/** 60-SO5: what speaks against a student as head, and the rank where one is on file. `societyId`: the society they are to lead, so that its own post does not count. */
export async function headFaults(db: Db, who: StudentOf, societyId: string | null): Promise<{ faults: Fault[]; share: number | null }> {
  const { id, name, status, grade } = who
  const { headsFirstYear, headRankWithin: most, headTermsMost } = await settingsOf(db)
  const facts = (await factsOfStudents(db, oneStudent(id), [BARRED, RANK]))(id)
  const share = typeof facts[RANK] === 'number' ? facts[RANK] : null
  const held = await db.unscoped(societyMember).all({ studentId: id }) // of the student who is to lead
  const other = held.find(m => m.role === 'head' && m.societyId !== societyId)
  const terms = held.find(m => m.societyId === societyId)?.headTerms ?? 0
  const faults: Array<Fault | null> = [
    status && isAtSchool(status) ? null : { key: 'headAway', values: { name, status: { text: status ? STUDENT_STATUS[status] : '—' } } },
    !headsFirstYear && grade === Number(schoolYearOf(today()).slice(0, 4)) ? { key: 'firstYear', values: { name } } : null,
    share !== null && share > most ? { key: 'rank', values: { name, share, most } } : null,
    facts[BARRED] === true ? { key: 'headBarred', values: { name } } : null,
    other ? { key: 'headElsewhere', values: { name, other: (await db.unscoped(society).one(other.societyId)).name } } : null, // its name
    terms >= headTermsMost ? { key: 'terms', values: { name, n: terms, most: headTermsMost } } : null,
  ]
  return { faults: faults.filter(f => f !== null), share }
}
