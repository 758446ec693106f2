import sql from 'sql-template-tag'
import type { Dictionary, Row, Wording } from '#model'
import { educationLevel } from '#model/national.ts'
import { admittedStudent } from '#modules/admission/roll/model/admitted-student.ts'
import { admissionBatch, admissionCategory, planNature } from '#modules/admission/roll/model/dictionaries.ts'
import { gradeMajor } from '#modules/campus/model/organisation.ts'
import { seatsIn } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import type { majorAdjustBatch } from '../model/batch.ts'
import { type AdmittedLine, type Judged, judge, type Words } from '../model/conditions.ts'

export type Batch = Row<typeof majorAdjustBatch>
export type OnRoll = Row<typeof admittedStudent>
/** Whoever is admitted and not enrolled yet. */
const BEFORE: readonly OnRoll['state'][] = ['imported', 'intended', 'late', 'arrived', 'reviewed']
export const isBefore = ({ state, enrolledOn }: Pick<OnRoll, 'state' | 'enrolledOn'>): boolean => enrolledOn === null && BEFORE.includes(state)

const labelIn =
  ({ items }: Dictionary) =>
  (code: string | null): Wording => {
    const found = items.find(i => i.key === code)
    return found ? { text: found.value } : (code ?? { text: '没有' })
  }
const WORDS: Words = { level: labelIn(educationLevel), category: labelIn(admissionCategory), batch: labelIn(admissionBatch), planNature: labelIn(planNature) }
const PROVINCE = 2

/** The lowest admitted scores of a year, by major, province, batch and category. Who has changed the major is counted where they were admitted. */
export const admittedLines = (db: Db, year: number): Promise<AdmittedLine[]> =>
  db.query<AdmittedLine>(sql`select coalesce(j.from_grade_major_id, a.grade_major_id) as "gradeMajorId", left(a.source_canton, ${PROVINCE}) as province, a.batch, a.category,
      min(a.total_score)::float8 as lowest
    from admitted_student a left join major_adjustment j on j.tenant_id = a.tenant_id and j.student_id = a.id and j.state = 'effective'
    where a.tenant_id = ${db.me.tenantId} and a.year = ${year} group by 1, 2, 3, 4`)
/** 30-WM1: the conditions that a batch asks, of one person and one major. */
export function conditionsFor(batch: Pick<Batch, 'asks'>, roll: OnRoll, target: { id: string; level: string }, lines: readonly AdmittedLine[]): Judged[] {
  const { level, category, batch: admittedBy, totalScore, planNature: nature, sourceCanton } = roll
  const who = { level, category, batch: admittedBy, planNature: nature, province: sourceCanton.slice(0, PROVINCE), score: totalScore }
  return judge(who, target, lines, WORDS).filter(j => batch.asks?.includes(j.condition))
}
/** Places by grade-major that take part in a batch. */
export async function quotaOf(db: Db, batchId: string): Promise<Map<string, number>> {
  return new Map([...(await seatsIn(db, batchId))].flatMap(([holder, { issued }]) => (issued > 0 ? [[holder, issued] as const] : [])))
}
/** The majors of a batch, with their places. */
export async function offersOf(db: Db, batchId: string) {
  const [known, quota] = [await db.cached(gradeMajor), await quotaOf(db, batchId)]
  return [...quota].flatMap(([id, seats]) => {
    const found = known.get(id)
    return found ? [{ ...found, seats }] : []
  })
}
export const rollOf = (db: Db, studentId: string): Promise<OnRoll | undefined> => db.unscoped(admittedStudent).find({ id: studentId }) // the caller has checked whose
