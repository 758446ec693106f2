import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { auditItems } from '#server/extensions/graduation-items.ts'
import { graduationAudit, type Judged, type Result } from '../model/audit.ts'
import type { AskedItem } from '../model/batch.ts'
import type { Batch } from './rows.ts'
import { settingsOf } from './settings.ts'

interface Verdict {
  id: string
  pass: boolean
  actual: string | null
}
type Verdicts = ReadonlyMap<string, Verdict>
const AT_ONCE = 2000

/** GR1: what the module that declares the item, or the school's own results, say of all these students. */
async function verdictsOf(db: Db, { code }: AskedItem, students: Sql, on: string): Promise<(id: string) => Omit<Judged, keyof AskedItem | 'blocking'>> {
  const declared = db.registered(auditItems).find(i => i.code === code)
  const statement = declared ? await declared.judge(db, students, on) : ownMarks(db, code, students)
  const found: Verdicts = new Map((statement ? await db.query<Verdict>(statement) : []).map(v => [v.id, v]))
  return id => {
    const { pass, actual } = found.get(id) ?? { pass: declared !== undefined, actual: null }
    const said = actual === null ? (found.has(id) || declared ? null : { text: '没有结果' }) : (declared?.said?.(actual) ?? actual)
    return { need: declared?.need ?? { text: '达标' }, actual: said, pass }
  }
}
const ownMarks = (db: Db, code: string, students: Sql): Sql => sql`select m.student_id as id, m.is_met as pass, m.value as actual
  from graduation_mark m join graduation_item i on i.tenant_id = m.tenant_id and i.id = m.item_id
  where m.tenant_id = ${db.me.tenantId} and i.use = 'audit' and i.code = ${code} and m.student_id in (${students})`

interface Candidate {
  id: string
  studentId: string
  items: readonly Judged[] | null
  departmentId: string | null
  majorId: string | null
  classId: string | null
  level: string | null
  status: string
  hasTime: boolean
  isMoved: boolean
}
/** Students of the batch whose result nobody has approved, in the order of their ids, so that two who look at the same ones wait for each other. */
const candidates = (db: Db, { id, certDate }: Batch, rows: Sql): Promise<Candidate[]> =>
  db.query<Candidate>(sql`select a.id, a.student_id as "studentId", a.items, s.department_id as "departmentId", s.major_id as "majorId", s.class_id as "classId", s.level, s.status,
      coalesce((s.enrol_date + make_interval(months => round(m.max_years * 12)::int)) > ${certDate}::date, true) as "hasTime",
      (a.department_id, a.major_id, a.class_id, a.level) is distinct from (s.department_id, s.major_id, s.class_id, s.level) as "isMoved"
    from ${rows} a join student s on s.tenant_id = a.tenant_id and s.id = a.student_id left join major m on m.tenant_id = s.tenant_id and m.id = s.major_id
    where a.batch_id = ${id} and a.state in ('open', 'decided', 'returned') order by a.id`)

/** GR2: nothing missed: graduation. A few: completion. More: another year while the longest time to study allows it. */
function suggested({ status, hasTime }: Candidate, items: readonly Judged[], few: number): Result {
  const missed = items.filter(i => i.blocking && !i.pass)
  if (!missed.length && status === 'active') return 'graduate'
  if (status !== 'active' || missed.some(i => i.code === 'studyLength')) return 'extend'
  if (missed.length <= few) return 'complete'
  return hasTime ? 'extend' : 'incomplete'
}
/** Looks at all items of these rows of a batch (a subselect of audits) and writes what has changed. */
export async function recompute(db: Db, batch: Batch, rows: Sql): Promise<{ done: number; changed: number }> {
  const found = await candidates(db, batch, rows)
  const asked = batch.items ?? []
  const students = sql`select a.student_id from ${rows} a where a.batch_id = ${batch.id} and a.state in ('open', 'decided', 'returned')`
  const { completeMissed } = await settingsOf(db)
  const verdicts: Array<Awaited<ReturnType<typeof verdictsOf>>> = []
  for (const item of asked) verdicts.push(await verdictsOf(db, item, students, batch.certDate))
  const judgedAt = new Date().toISOString()
  const changed = found.flatMap(one => {
    const items = asked.map(({ code, name, isBlocking }, n) => ({ code, name, blocking: isBlocking, ...(verdicts[n]?.(one.studentId) ?? { need: '', actual: null, pass: true }) }))
    if (!one.isMoved && isSame(one.items, items)) return []
    const missing = (blocking: boolean): number => items.filter(i => !i.pass && i.blocking === blocking).length
    const { id, departmentId, majorId, classId, level } = one
    return [{ ...{ id, departmentId, majorId, classId, level }, items, missed: missing(true), warned: missing(false), suggest: suggested(one, items, completeMissed), judgedAt }]
  })
  for (let from = 0; from < changed.length; from += AT_ONCE) await db.updateMany(graduationAudit, changed.slice(from, from + AT_ONCE), { bookkeeping: true })
  return { done: found.length, changed: changed.length }
}
const keyOf = (items: readonly Judged[]): string => JSON.stringify(items.map(i => [i.code, i.name, i.pass, i.blocking, i.actual]))
const isSame = (before: readonly Judged[] | null, after: readonly Judged[]): boolean => before !== null && keyOf(before) === keyOf(after)
