import sql from 'sql-template-tag'
import { addDays } from '#modules/campus/model/days.ts'
import { calendarOf } from '#modules/campus/server/api.ts'
import { type StudentOf, withStudents } from '#modules/student/server/api.ts'
import { staffOfAll } from '#modules/workflow/server/api.ts'
import { type Db, onMany } from '#server/context.ts'
import { deadlines, whenDue } from '#server/deadlines/deadlines.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { notifyEach } from '#server/notifications/notify.ts'
import { latesAndOuts } from '../../nights/server/api.ts'
import { nightAt } from '../../places/model/night.ts'
import { LATE_DAYS, lateDraft, nightOutDraft } from '../model/late.ts'
import { CHECK_MESSAGES } from '../model/messages.ts'
import { dormViolation } from '../model/violation.ts'
import { settingsOf } from './settings.ts'
import { draftViolations, type ViolationDraft } from './violation.ts'
import { violationTodos } from './violation-todos.ts'

const LIST = '/dormitory/violations'
/** 20-DI6: a statement whose deadline passed counts as heard. */
export const expireStatements = whenDue(dormViolation, {
  when: `t.state = 'recorded'`,
  at: 'statementDue',
  set: now => ({ state: 'heard' as const, heardAs: 'expired' as const, heardAt: now }),
  act: (db, rows) => violationTodos.follow(db, rows),
})
interface NightOut {
  studentId: string
  date: string
}
/** Nights already used in a draft count for no other. */
async function usedUntil(db: Db, studentIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.query<NightOut>(sql`select student_id as "studentId", max(right(source_seq, 10)) as date from dorm_violation
    where tenant_id = ${db.me.tenantId} and source_type = 'nightLine' and student_id = any(${[...studentIds]}::uuid[]) and source_seq like 'late %' group by 1`)
  return new Map(rows.map(r => [r.studentId, r.date]))
}
const laterOf = (a: string, b: string): string => (a > b ? a : b)
/** The last night that is over: until then somebody may still come back, and be seen. */
const lastNight = (): string => addDays(nightAt(new Date().toISOString()), -1)
/** 20-DI7: for students with a night result: creates a draft or asks the counsellor. Never becomes discipline automatically. */
export async function followNights(db: Db, studentIds: readonly string[], on = lastNight()): Promise<number> {
  const { violationLates, violationNightsOut } = await settingsOf(db)
  const term = (await calendarOf(db)).terms.find(t => t.startDate <= on && on <= t.endDate)
  const since = addDays(on, 1 - LATE_DAYS)
  const nights = await latesAndOuts(db, studentIds, term && term.startDate < since ? term.startDate : since, on)
  const used = await usedUntil(db, studentIds)
  const late = [...nights].flatMap(([id, { lates }]) => {
    const from = laterOf(since, addDays(used.get(id) ?? '2000-01-01', 1))
    const counted = lates.filter(l => l.nightDate >= from)
    return lateDraft(id, counted, violationLates) ?? []
  })
  await draftViolations(db, late)
  await tellLate(db, late, violationLates)
  const asked = term ? await followOuts(db, studentIds, nights, { least: violationNightsOut, since: term.startDate, key: `out ${term.xn}-${term.xqM}` }) : 0
  return late.length + asked
}
async function tellLate(db: Db, drafts: readonly ViolationDraft[], n: number): Promise<void> {
  const told = await withCounsellors(
    db,
    drafts.map(d => ({ studentId: d.studentId ?? '' })),
  )
  await notifyEach(
    db,
    CHECK_MESSAGES.violationDrafted,
    told.map(({ who, to }) => ({ to, values: { name: who.name, n }, link: LIST, mobileLink: LIST })),
  )
}
type Nights = Awaited<ReturnType<typeof latesAndOuts>>
/** A draft about nights out that were corrected since is withdrawn, as long as nobody has acted on it; it may come back. */
async function followOuts(db: Db, studentIds: readonly string[], nights: Nights, { least, since, key }: { least: number; since: string; key: string }): Promise<number> {
  const drafts = studentIds.flatMap(id => nightOutDraft(id, nights.get(id)?.outs.filter(o => o.nightDate >= since) ?? [], least, key) ?? [])
  const clear = studentIds.filter(id => !drafts.some(d => d.studentId === id))
  await db.removeWhere(dormViolation, { studentId: clear, sourceType: 'nightLine', sourceSeq: key, state: 'recorded', 'askedAt.isNull': true })
  const made = await draftViolations(db, drafts)
  const rows = await db.unscoped(dormViolation).all({ id: made }) // written just before
  const asked = await withCounsellors(
    db,
    rows.map(row => ({ row, studentId: row.studentId ?? '' })),
  )
  await violationTodos.open(
    db,
    'refer',
    asked.map(({ of, who, to }) => ({ row: of.row, who, to, more: { n: least } })),
  )
  return made.length
}
/** Each with its student and the accounts of their counsellors. */
async function withCounsellors<T extends { studentId: string }>(db: Db, list: readonly T[]): Promise<Array<{ of: T; who: StudentOf; to: readonly string[] }>> {
  const known = await withStudents(db, list)
  const counsellors = await staffOfAll(
    db,
    known.map(k => k.who),
    'fdy',
  )
  return known.map(({ row, who }, at) => ({ of: row, who, to: counsellors[at] ?? [] }))
}
const counts = (result: unknown): boolean => result === 'late' || result === 'absent'
/** Also of a night that was corrected. */
const heard = onMany('dormitory.nightResult', 'dormitory.followNights', async ({ db }, payloads) => {
  const ids = payloads.flatMap(p => (typeof p.studentId === 'string' && (counts(p.result) || counts(p.before)) ? [p.studentId] : []))
  if (ids.length) await followNights(db, [...new Set(ids)])
})
/** What the night that has just ended came to. */
async function followLast(db: Db): Promise<number> {
  const rows = await db.query<{ id: string }>(
    sql`select student_id as id from night_line where tenant_id = ${db.me.tenantId} and night_date = ${lastNight()}::date and result in ('late', 'absent')`,
  )
  return rows.length
    ? followNights(
        db,
        rows.map(r => r.id),
      )
    : 0
}
export default [
  heard,
  deadlines('dormitory.statements', '违纪陈述到期', '*/10 * * * *', [expireStatements]),
  scheduledJob('dormitory.followNights', '晚归和夜不归宿计次', '5 12 * * *', followLast),
]
