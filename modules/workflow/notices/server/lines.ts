import sql from 'sql-template-tag'
import { Refusal } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import type { Db } from '#server/context.ts'
import { type HandlerRole, publicNoticeLine } from '../model/notice.ts'

/** A line that is objected to or decided on, with its notice; locked in the order notice, line, as the scheduled job does. */
export interface LineOfNotice {
  id: string
  noticeId: string
  title: string
  noticeState: 'scheduled' | 'running' | 'ended' | 'stopped'
  beginAt: string
  endAt: string
  columns: string[]
  handlerRole: HandlerRole
  state: 'shown' | 'suspended' | 'cleared' | 'removed' | 'replaced'
  bizType: string
  bizId: string
  studentId: string | null
  /** Of who is on no roll. */
  userId: string | null
  departmentId: string | null
  classId: string | null
  shown: Record<string, string>
}
export async function lockLine(db: Db, lineId: string): Promise<LineOfNotice | undefined> {
  const { tenantId } = db.me
  await db.query(
    sql`select 1 from public_notice n where n.tenant_id = ${tenantId} and n.id = (select notice_id from public_notice_line where tenant_id = ${tenantId} and id = ${lineId}) for update`,
  )
  const [found] =
    await db.query<LineOfNotice>(sql`select l.id, l.notice_id as "noticeId", n.title, n.state as "noticeState", n.begin_at as "beginAt", n.end_at as "endAt", n.columns, n.handler_role as "handlerRole",
      l.state, l.biz_type as "bizType", l.biz_id as "bizId", l.student_id as "studentId", l.user_id as "userId", l.department_id as "departmentId", l.class_id as "classId", l.shown
    from public_notice_line l join public_notice n on n.tenant_id = l.tenant_id and n.id = l.notice_id where l.tenant_id = ${tenantId} and l.id = ${lineId} for update of l`)
  return found
}
/** Short description of a line, from the shown columns. */
export const targetText = (columns: readonly string[], shown: Readonly<Record<string, string>>): string =>
  columns
    .map(key => shown[key])
    .filter(value => value)
    .join(' ')
/** When the last open objection is gone, restores the line's state: shown while its notice runs, cleared afterwards. */
export async function releaseLine(db: Db, line: LineOfNotice): Promise<void> {
  const isFree = sql`t.id = ${line.id} and t.state = 'suspended' and not exists (select from objection o where o.tenant_id = t.tenant_id and o.line_id = t.id and o.state = 'open')`
  await db.updateWhere(publicNoticeLine, isFree, { state: line.noticeState === 'ended' ? 'cleared' : 'shown' }, { anonymous: true }) // the caller may be the objector
}
const RUNNING = '{count} 条结果还在公示，到 {endAt} 结束，之前不能进入下一步'
const OBJECTED = '{count} 条结果有未办结的异议，办结前不能进入下一步'
/** 40-N4: refuses results whose notice still runs or that have an open objection. Modules call it before the next state. */
export async function mustBeCleared(db: Db, bizType: string, bizIds: readonly string[]): Promise<void> {
  const rows = await db.query<{ state: string; endAt: string; count: number }>(sql`select l.state, max(n.end_at) as "endAt", count(*)::int as count from public_notice_line l
    join public_notice n on n.tenant_id = l.tenant_id and n.id = l.notice_id
    where l.tenant_id = ${db.me.tenantId} and l.biz_type = ${bizType} and l.biz_id = any(${[...bizIds]}::uuid[]) and l.state in ('shown', 'suspended') group by l.state`)
  const [shown, suspended] = ['shown', 'suspended'].map(state => rows.find(row => row.state === state))
  if (shown)
    throw new Refusal(422, [{ rule: 'workflow.publicNotice.running', text: RUNNING, values: { count: shown.count, endAt: schoolTimeText(new Date(shown.endAt).toISOString()) } }])
  if (suspended) throw new Refusal(422, [{ rule: 'workflow.publicNotice.objected', text: OBJECTED, values: { count: suspended.count } }])
}
/** Results of an ended notice without open objections. */
export async function clearedOf(db: Db, noticeId: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    sql`select biz_id as id from public_notice_line where tenant_id = ${db.me.tenantId} and notice_id = ${noticeId} and state = 'cleared' order by created_at, id`,
  )
  return rows.map(row => row.id)
}
/** 40-N4: of these results those whose notice has ended and against whom no objection is open. */
export async function clearedAmong(db: Db, bizType: string, bizIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ id: string }>(sql`select biz_id as id from public_notice_line
    where tenant_id = ${db.me.tenantId} and biz_type = ${bizType} and biz_id = any(${[...bizIds]}::uuid[]) and state in ('shown', 'suspended', 'cleared')
    group by 1 having bool_and(state = 'cleared')`)
  return new Set(rows.map(row => row.id))
}
