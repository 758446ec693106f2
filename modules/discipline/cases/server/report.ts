import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { schoolDate, schoolTimeText } from '#model/school-time.ts'
import { ENDED } from '#modules/student/model/status.ts'
import { student } from '#modules/student/model/student.ts'
import { isOnDay, studentsOf } from '#modules/student/server/api.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { serialNo } from '#server/data/serial-no.ts'
import { itemsOf } from '#server/params/dictionaries.ts'
import { disciplineCase } from '../model/case.ts'
import { involve, reportCase } from '../model/case-actions.ts'
import { violationCategory } from '../model/dictionaries.ts'
import type { Measure } from '../model/levels.ts'
import { punishment } from '../model/punishment.ts'
import { violationRule } from '../model/violation-rule.ts'
import { punishmentTodos, staffFor } from './notify.ts'
import { type Case, given } from './rows.ts'
import { termsNow } from './settings.ts'

export const wrong = (key: string, values: Record<string, unknown> = {}, field?: string) => refusalOf(disciplineCase, key, values, field)
export interface Happened {
  occurredAt: string
  category: string
  ruleIds: ReadonlyArray<string | null>
}
export function mustBePast(occurredAt: string): void {
  if (Date.parse(occurredAt) > Date.now()) throw wrong('future', { at: schoolTimeText(occurredAt) }, 'occurredAt')
}
export async function checkRules(db: Db, { category, ruleIds }: Happened): Promise<void> {
  const found = await db.unscoped(violationRule).all({ id: given(ruleIds) }) // the regulation is public
  for (const { article, category: own, isEnabled } of found) {
    if (!isEnabled) throw wrong('ruleOff', { article }, 'ruleIds')
    if (own !== category) throw wrong('ruleCategory', { article, category: (await itemsOf(db, violationCategory.code)).get(own)?.dictionaryValue ?? own }, 'ruleIds')
  }
}
interface Enrolled {
  id: string
  name: string
  grade: number | null
  departmentId: string | null
  majorId: string | null
  classId: string | null
  isEnrolled: boolean
}
/** College, major and class of these students on the day: later figures follow that, whatever has become of them. */
const placesOn = (db: Db, ids: readonly string[], on: string): Promise<Enrolled[]> =>
  db.query<Enrolled>(sql`select s.id, s.name, coalesce(h.grade, s.grade) as grade, coalesce(h.department_id, s.department_id) as "departmentId", coalesce(h.major_id, s.major_id) as "majorId",
      coalesce(h.class_id, s.class_id) as "classId",
      h.status is not null and h.status <> all(${[...ENDED]}::text[]) as "isEnrolled"
    from student s left join class_history h on h.tenant_id = s.tenant_id and h.student_id = s.id and ${isOnDay(sql`${on}::date`)}
    where s.tenant_id = ${db.me.tenantId} and s.id = any(${[...ids]}::uuid[]) order by array_position(${[...ids]}::uuid[], s.id)`)
/** 50-PN4: numbers of other cases of the same category on the same day. */
export async function sameDayCases(db: Db, { id, occurredAt, category }: Pick<Case, 'id' | 'occurredAt' | 'category'>, studentId: string): Promise<string[]> {
  const day = schoolDate(occurredAt)
  const rows = await db.query<{ caseNo: string }>(sql`select c.case_no as "caseNo" from punishment p join discipline_case c on c.tenant_id = p.tenant_id and c.id = p.case_id
    where p.tenant_id = ${db.me.tenantId} and p.student_id = ${studentId} and p.state not in ('dismissed', 'revoked', 'changed') and c.id <> ${id} and c.category = ${category}
      and c.occurred_at >= ${`${day}T00:00:00+08:00`}::timestamptz and c.occurred_at < ${`${day}T00:00:00+08:00`}::timestamptz + interval '1 day' order by 1`)
  return rows.map(r => r.caseNo)
}
interface Parties {
  studentIds: readonly string[]
  measure: Measure
  isDifferent: boolean
}
/** Makes these students parties; the unique index keeps a student from being one twice. */
async function addParties(db: Db, of: Case, { studentIds, measure, isDifferent }: Parties): Promise<number> {
  const [on, students] = [schoolDate(of.occurredAt), await studentsOf(db, studentIds, { lock: true })]
  for (const { id, name, isEnrolled, ...place } of await placesOn(db, studentIds, on)) {
    if (!isEnrolled) throw wrong('notEnrolled', { name, on }, 'studentIds')
    const others = await sameDayCases(db, of, id)
    if (others.length && !isDifferent) throw wrong('sameFacts', { name, on, others, caseNo: of.caseNo }, 'isDifferent')
    const row = await db.insertOrSkip(punishment, { caseId: of.id, studentId: id, measure, ...place })
    if (!row) throw wrong('twice', { name, caseNo: of.caseNo }, 'studentIds')
    const who = students.get(id)
    await punishmentTodos.open(db, 'investigate', [{ row, ...(who && { who }), to: await staffFor(db, row) }])
  }
  return studentIds.length
}
/** Students within the reporter's own reach. */
async function mustReach({ db }: Pick<Ctx, 'db'>, permission: string, ids: readonly string[]): Promise<void> {
  if (!ids.length) throw wrong('nobody', {}, 'studentIds')
  if ((await db.visibleFor(student, permission).count({ id: [...ids] })) < ids.length) throw wrong('unknown', {}, 'studentIds')
}
type Opened = Pick<Case, 'title' | 'occurredAt' | 'place' | 'category' | 'ruleIds' | 'summary' | 'reportSource'> & Partial<Pick<Case, 'reporterId' | 'sourceType' | 'sourceId'>>
export async function openCase(db: Db, draft: Opened, parties: Parties): Promise<Case> {
  const [first] = await placesOn(db, parties.studentIds, schoolDate(draft.occurredAt))
  const caseNo = await serialNo(db, 'WJ', 'discipline_case_no_seq')
  const row = await db.insert(disciplineCase, { ...draft, caseNo, departmentId: first?.departmentId ?? null, classId: first?.classId ?? null, terms: await termsNow(db) })
  await addParties(db, row, parties)
  return row
}
const report = handle(reportCase, async ({ db, me }, { studentIds, measure, isDifferent, ...form }) => {
  const ids = given(studentIds)
  await mustReach({ db }, reportCase.permission, ids)
  mustBePast(form.occurredAt)
  await checkRules(db, form)
  const draft = { ...form, place: form.place ?? null, reporterId: me.userId }
  const { id, caseNo } = await openCase(db, draft, { studentIds: ids, measure: measure ?? 'punishment', isDifferent: isDifferent ?? false })
  return { id, caseNo }
})
const add = handle(involve, async ({ db }, { id, studentIds, measure, isDifferent }) => {
  const row = await db.visible(disciplineCase).lock(id)
  const ids = given(studentIds)
  await mustReach({ db }, involve.permission, ids)
  return { added: await addParties(db, row, { studentIds: ids, measure: measure ?? 'punishment', isDifferent: isDifferent ?? false }) }
})
export default [report, add]
