import sql from 'sql-template-tag'
import { type Entity, Refusal, type Row } from '#model'
import { schoolDate, schoolTimeText } from '#model/school-time.ts'
import { calendarOf, isSchoolDayOn } from '#modules/campus/server/api.ts'
import { figureOn } from '#modules/system/server/api.ts'
import type { Ctx, Db } from '#server/context.ts'
import { notify } from '#server/notifications/notify.ts'
import { type HandlerRole, NOTICE_PAGES, type NoticeLevel, publicNotice, publicNoticeLine } from '../model/notice.ts'
import { columnsFor, maskedNo } from '../model/notice-columns.ts'
import { noticeEnd } from '../model/notice-days.ts'
import { NOTICE_MESSAGES } from '../model/notice-messages.ts'
import { kindNamed, type NoticeLineOf } from './kinds.ts'

/** A notice to publish. */
export interface NoticeOf {
  round: { id: string; name: string; noticeWorkdays?: number | null; ownerDepartmentId?: string | null }
  roundOf: Entity
  /** The entity of the results. */
  of: Entity
  level: NoticeLevel
  columns: readonly string[]
  lines: readonly NoticeLineOf[]
  /** Default: the round's name. */
  title?: string
  /** Default: now. */
  beginAt?: Date
  /** Handler of objections; default: the office. */
  handlerRole?: HandlerRole
  previousId?: string
}
export type Notice = Row<typeof publicNotice>
const REFUSALS = {
  columns: '公示不能包含“{column}”，可以选 {allowed}',
  noColumns: '请选择公示哪些内容，至少要有姓名或学号',
  nobody: '没有要公示的结果',
  strangers: '有 {count} 条结果的学生不在学籍中，不能公示',
  twice: '{count} 条结果已在公示中，公示结束前不能再公示',
} as const
export const noticeRefusal = (key: keyof typeof REFUSALS, values: Record<string, unknown> = {}): Refusal =>
  new Refusal(422, [{ rule: `workflow.publicNotice.${key}`, text: REFUSALS[key], values }])

/** Publishes results for a number of whole working days, in the caller's transaction: sets them to `publicised` and notifies the people listed (40-N1, N2). */
export async function publishNotice(ctx: Pick<Ctx, 'db'>, given: NoticeOf): Promise<Notice> {
  const { db } = ctx
  checkColumns(given)
  if (!given.lines.length) throw noticeRefusal('nobody')
  const book = await calendarOf(db)
  const beginAt = given.beginAt ?? new Date()
  const workdays = given.round.noticeWorkdays || (await figureOn(db, 'publicNotice.workdays', { on: schoolDate(beginAt.getTime()) })).days
  const people = await peopleOf(
    db,
    given.lines.flatMap(l => l.studentId ?? []),
  )
  const strangers = given.lines.filter(l => !l.person && !people.has(l.studentId ?? '')).length
  if (strangers) throw noticeRefusal('strangers', { count: strangers })
  const notice = await db.insert(publicNotice, {
    ...{ title: given.title ?? given.round.name, roundType: given.roundOf.name, roundId: given.round.id, level: given.level, columns: [...given.columns], workdays },
    ...{ beginAt: beginAt.toISOString(), endAt: noticeEnd(beginAt, workdays, date => isSchoolDayOn(book, date)).toISOString() },
    ...{ state: beginAt.getTime() > Date.now() ? ('scheduled' as const) : ('running' as const), departmentId: given.round.ownerDepartmentId ?? null },
    ...{ handlerRole: given.handlerRole ?? ('officer' as const), lineCount: given.lines.length, previousId: given.previousId ?? null },
  })
  await refuseTwice(db, given)
  await db.insertMany(
    publicNoticeLine,
    given.lines.map(line => lineRow(notice, given, line, people.get(line.studentId ?? '') ?? personOf(line))),
  )
  await publicise(db, given.of, bizIds(given.lines))
  if (notice.state === 'running') await tellNoticed(db, [notice.id])
  return notice
}
const bizIds = (lines: readonly NoticeLineOf[]): string[] => lines.map(l => l.bizId)
/** 40-N1: checks the columns against the permitted ones, whatever a module asks for. */
function checkColumns({ columns, of }: NoticeOf): void {
  const allowed = columnsFor(of.name)
  const wrong = columns.find(column => !Object.hasOwn(allowed, column))
  if (wrong !== undefined) throw noticeRefusal('columns', { column: of.fields[wrong]?.label ?? wrong, allowed: Object.values(allowed).join('、') })
  if (!columns.includes('name') && !columns.includes('studentNo')) throw noticeRefusal('noColumns')
}
interface Person {
  id: string | null
  name: string | null
  studentNo: string | null
  classId: string | null
  departmentId: string | null
  className: string | null
  college: string | null
}
const personOf = ({ person }: NoticeLineOf): Person => ({
  id: null,
  name: person?.name ?? null,
  studentNo: person?.no ?? null,
  classId: null,
  departmentId: null,
  className: null,
  college: null,
})
async function peopleOf(db: Db, ids: readonly string[]): Promise<Map<string, Person>> {
  const rows = await db.query<
    Person & { id: string }
  >(sql`select s.id, s.name, s.student_no as "studentNo", s.class_id as "classId", s.department_id as "departmentId", c.name as "className", d.name as college
    from student s left join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id left join department d on d.tenant_id = s.tenant_id and d.id = s.department_id
    where s.tenant_id = ${db.me.tenantId} and s.id = any(${[...ids]}::uuid[]) and s.deleted_at is null`)
  return new Map(rows.map(row => [row.id, row]))
}
function lineRow(notice: Notice, { columns, of }: NoticeOf, line: NoticeLineOf, person: Person) {
  const known: Record<string, string | null> = {
    ...line.values,
    ...(person.name ? { name: person.name } : {}),
    ...(person.studentNo ? { studentNo: maskedNo(person.studentNo) } : {}),
    college: person.college,
    className: person.className,
  }
  const shown = Object.fromEntries(columns.map(column => [column, (known[column] ?? '').slice(0, 200)]))
  const { classId, departmentId } = person
  return {
    noticeId: notice.id,
    bizType: of.name,
    bizId: line.bizId,
    studentId: person.id,
    userId: line.person?.userId ?? null,
    classId,
    departmentId,
    shown,
    state: 'shown' as const,
  }
}
/** The unique index would refuse as well, but could not say how many. */
async function refuseTwice(db: Db, { of, lines }: NoticeOf): Promise<void> {
  const count = await db.unscoped(publicNoticeLine).count({ bizType: of.name, bizId: bizIds(lines), state: ['shown', 'suspended'] }) // whoever published them
  if (count) throw noticeRefusal('twice', { count })
}
/** Sets the results' own state, if the entity has such a state. */
async function publicise(db: Db, of: Entity, ids: readonly string[]): Promise<void> {
  if (!of.fields.state?.options.choices?.publicised) return
  await db.sourced('publicNotice').updateWhere(of, sql`id = any(${[...ids]}::uuid[])`, { state: 'publicised' })
}
/** Notifies the people listed on notices that have begun. */
export async function tellNoticed(db: Db, noticeIds: readonly string[]): Promise<void> {
  const rows = await db.query<{
    id: string
    title: string
    endAt: string
    bizType: string
    isOutside: boolean
    to: string[]
  }>(sql`select n.id, n.title, n.end_at as "endAt", l.biz_type as "bizType",
      l.user_id is not null as "isOutside", array_agg(coalesce(l.user_id, u.user_id)) as to
    from public_notice n join public_notice_line l on l.tenant_id = n.tenant_id and l.notice_id = n.id
    left join student_account u on u.tenant_id = l.tenant_id and u.student_id = l.student_id
    where n.tenant_id = ${db.me.tenantId} and n.id = any(${[...noticeIds]}::uuid[]) and coalesce(l.user_id, u.user_id) is not null
    group by n.id, n.title, n.end_at, l.biz_type, l.user_id is not null`)
  for (const { id, title, endAt, bizType, isOutside, to } of rows) {
    const link = `${isOutside ? readAt(db, bizType) : NOTICE_PAGES.admin}?id=${id}`
    await notify(db, NOTICE_MESSAGES.noticed, {
      to,
      values: { title, endAt: schoolTimeText(new Date(endAt).toISOString()) },
      bizType: 'publicNotice',
      bizId: id,
      link,
      mobileLink: link,
    })
  }
}
/** The page of the realm whose people such results are about. */
export const readAt = (db: Db, bizType: string): string => NOTICE_PAGES[kindNamed(db, bizType)?.realm ?? 'admin']
