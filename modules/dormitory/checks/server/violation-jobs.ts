import sql from 'sql-template-tag'
import { addDays } from '#modules/campus/model/days.ts'
import { calendarOf } from '#modules/campus/server/api.ts'
import { studentsOf } from '#modules/student/server/api.ts'
import { staffOf } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, onMany } from '#server/context.ts'
import { deadlines, whenDue } from '#server/deadlines/deadlines.ts'
import { notifyEach } from '#server/notifications/notify.ts'
import { closeTodos, openTodos } from '#server/notifications/todos.ts'
import { latesAndOuts } from '../../nights/server/api.ts'
import { LATE_DAYS, lateDraft } from '../model/late.ts'
import { CHECK_MESSAGES } from '../model/messages.ts'
import { dormViolation } from '../model/violation.ts'
import { settingsOf } from './settings.ts'
import { draftViolations } from './violation.ts'

const LIST = '/dormitory/violations'
/** 20-DI6: a statement whose deadline passed counts as heard. */
export const expireStatements = whenDue(dormViolation, {
  when: `t.state = 'recorded'`,
  at: 'statementDue',
  set: now => ({ state: 'heard' as const, heardAs: 'expired' as const, heardAt: now }),
  act: async (db, rows) => void (await closeTodos(db, { bizType: 'violationStatement', bizId: rows.map(r => r.id) }, 'cancelled')),
})
interface Known {
  studentId: string
  date: string
}
/** Nights already used in a draft count for no other. */
async function usedUntil(db: Db, studentIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.query<Known>(sql`select student_id as "studentId", max(right(source_seq, 10)) as date from dorm_violation
    where tenant_id = ${db.me.tenantId} and source_type = 'nightLine' and student_id = any(${[...studentIds]}::uuid[]) and source_seq like 'late %' group by 1`)
  return new Map(rows.map(r => [r.studentId, r.date]))
}
const laterOf = (a: string, b: string): string => (a > b ? a : b)
/** 20-DI7: for students with a night result: creates a draft or asks the counsellor. Never becomes discipline automatically. */
export async function followNights(db: Db, studentIds: readonly string[], on = today()): Promise<number> {
  const { violationLates, violationNightsOut } = await settingsOf(db)
  const term = (await calendarOf(db)).terms.find(t => t.startDate <= on && on <= t.endDate)
  const since = addDays(on, 1 - LATE_DAYS)
  const nights = await latesAndOuts(db, studentIds, term && term.startDate < since ? term.startDate : since, on)
  const used = await usedUntil(db, studentIds)
  const drafts = [...nights].flatMap(([id, { lates }]) => {
    const from = laterOf(since, addDays(used.get(id) ?? '2000-01-01', 1))
    return (
      lateDraft(
        id,
        lates.filter(l => l.nightDate >= from),
        violationLates,
      ) ?? []
    )
  })
  await draftViolations(db, drafts)
  const out = [...nights].flatMap(([studentId, { outs }]) => {
    const own = term ? outs.filter(o => o.nightDate >= term.startDate) : []
    return own.length >= violationNightsOut ? [{ studentId, n: own.length }] : []
  })
  await tellCounsellors(
    db,
    drafts.map(d => ({ studentId: d.studentId ?? '', n: violationLates })),
    out,
    term ? `${term.xn}-${term.xqM}` : '',
  )
  return drafts.length + out.length
}
interface Count {
  studentId: string
  n: number
}
async function tellCounsellors(db: Db, late: readonly Count[], out: readonly Count[], term: string): Promise<void> {
  const people = await studentsOf(
    db,
    [...late, ...out].map(x => x.studentId),
  )
  const staff = new Map(await Promise.all([...people].map(async ([id, who]) => [id, await staffOf(db, who, 'fdy')] as const)))
  const told = ({ studentId, n }: Count) => ({ to: staff.get(studentId) ?? [], values: { name: people.get(studentId)?.name ?? '', n }, link: LIST, mobileLink: LIST })
  await notifyEach(db, CHECK_MESSAGES.violationDrafted, late.map(told))
  const asked = await unasked(db, out, term)
  await notifyEach(db, CHECK_MESSAGES.violationAskRefer, asked.map(told))
  await openTodos(
    db,
    asked.flatMap(x =>
      (staff.get(x.studentId) ?? []).map(userId => ({
        userId,
        kind: 'task' as const,
        title: { text: '{name} 本学期夜不归宿 {n} 次，请决定是否移交', values: { name: people.get(x.studentId)?.name ?? '', n: x.n } },
        bizType: 'violationRefer',
        bizId: x.studentId,
        node: term,
        link: LIST,
        mobileLink: LIST,
      })),
    ),
  )
}
/** Counsellors are asked once per term and student. */
async function unasked(db: Db, out: readonly Count[], term: string): Promise<Count[]> {
  const rows = await db.query<{ id: string }>(
    sql`select distinct biz_id as id from todo where tenant_id = ${db.me.tenantId} and biz_type = 'violationRefer' and node = ${term} and biz_id = any(${out.map(o => o.studentId)}::text[])`,
  )
  const asked = new Set(rows.map(r => r.id))
  return out.filter(o => !asked.has(o.studentId))
}
const heard = onMany('dormitory.nightResult', 'dormitory.followNights', async ({ db }, payloads) => {
  const ids = payloads.flatMap(p => (typeof p.studentId === 'string' && (p.result === 'late' || p.result === 'absent') ? [p.studentId] : []))
  if (ids.length) await followNights(db, [...new Set(ids)])
})
export default [heard, deadlines('dormitory.statements', '违纪陈述到期', '*/10 * * * *', [expireStatements])]
