import sql from 'sql-template-tag'
import { type StudentOf, studentsOf } from '#modules/student/server/api.ts'
import { staffOf, staffOfAll } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { openTodos, type TodoDraft } from '#server/notifications/todos.ts'
import { leave } from '../model/leave.ts'
import { LEAVE_MESSAGES } from '../model/messages.ts'
import { CASES, daysOverdue, type Hours, marksOf, marksPassed, newlyTold, type OverdueCase, type SentReminder, toldUpTo } from '../model/overdue.ts'
import { aboutLeave, staffLink } from './people.ts'
import { type Settings, settingsOf } from './settings.ts'
import type { Leave } from './submit.ts'

const MOST = 2000
/** How long before its end the reminder of a leave is sent. */
const DUE_MS = 3 * 3_600_000
const ARTICLE = '《普通高等学校学生管理规定》第三十条：未经批准连续两周未参加学校规定的教学活动的，学校可予退学处理。'

/** Locks the rows until the job ends, so that nobody who reports back meanwhile becomes overdue; rows locked by others are skipped until the next run. */
async function running(db: Db, where: ReturnType<typeof sql>): Promise<Array<{ row: Leave; who: StudentOf }>> {
  const ids = await db.query<{ id: string }>(
    sql`select id from leave where tenant_id = ${db.me.tenantId} and extends_id is null and state in ('approved', 'active', 'overdue') and ${where} order by end_at limit ${MOST} for update skip locked`,
  )
  return withStudents(db, ids)
}
/** These leaves with their students; leaves of deleted students are left out. */
async function withStudents(db: Db, ids: ReadonlyArray<{ id: string }>): Promise<Array<{ row: Leave; who: StudentOf }>> {
  // scheduled job without a user: no data scope applies
  const rows = ids.length ? await db.unscoped(leave).all({ id: ids.map(r => r.id) }) : []
  const students = await studentsOf(
    db,
    rows.map(r => r.studentId),
  )
  return rows.flatMap(row => {
    const who = students.get(row.studentId)
    return who ? [{ row, who }] : []
  })
}
/** Starts leaves whose time has come. */
export async function begin(db: Db, now = Date.now()): Promise<number> {
  const due = await running(db, sql`state = 'approved' and start_at <= ${new Date(now).toISOString()}`)
  for (const { row, who } of due) {
    await db.update(leave, row.id, { state: 'active' })
    await notifyAbout(db, LEAVE_MESSAGES.starts, aboutLeave, [{ row, who }])
  }
  return due.length
}
/** Reminds once that a leave ends soon. */
export async function remindDue(db: Db, now = Date.now()): Promise<number> {
  const due = await running(db, sql`state = 'active' and overdue_told is null and end_at between ${new Date(now).toISOString()} and ${new Date(now + DUE_MS).toISOString()}`)
  for (const { row, who } of due) {
    await db.update(leave, row.id, { overdueTold: 'due' })
    await notifyAbout(db, LEAVE_MESSAGES.returnDue, aboutLeave, [{ row, who }])
  }
  return due.length
}
const hoursOf = (s: Settings): Hours => ({ student: s.remindStudentHours, fdy: s.remindFdyHours, college: s.remindCollegeHours })
const toldOf = (row: Leave): SentReminder => (row.overdueTold === 'student' || row.overdueTold === 'fdy' || row.overdueTold === 'college' ? row.overdueTold : 'none')

/** 20-L11: escalates overdue leaves; waits while an extension is being decided (20-L9). */
export async function escalateOverdue(db: Db, now = Date.now()): Promise<number> {
  const settings = await settingsOf(db)
  const hours = hoursOf(settings)
  const since = new Date(now - hours.student * 3_600_000).toISOString()
  const late = await running(
    db,
    sql`end_at <= ${since} and not exists (select 1 from leave x where x.tenant_id = leave.tenant_id and x.extends_id = leave.id and x.state in ('pending', 'returned'))`,
  )
  let touched = 0
  for (const { row, who } of late) {
    const after = toldUpTo(row.endAt, now, hours)
    const days = daysOverdue(row.endAt, now)
    const marks = marksPassed(days, marksOf(settings.overdueMarks))
    const fresh = newlyTold(toldOf(row), after)
    if (!fresh.length && marks <= (row.overdueMarks ?? 0) && row.state === 'overdue') continue
    await db.update(leave, row.id, { state: 'overdue', overdueTold: after, overdueMarks: marks })
    if (row.state !== 'overdue') await db.emit('leave.overdue', { studentId: row.studentId, leaveId: row.id, days })
    for (const whom of fresh) await tellLate(db, whom, who, row)
    // after downtime only the last of several missed marks is raised
    if (marks > (row.overdueMarks ?? 0)) await raise(db, CASES[marks - 1] ?? 'article', who, row, days)
    touched++
  }
  return touched
}
async function tellLate(db: Db, whom: SentReminder, who: StudentOf, row: Leave): Promise<void> {
  if (whom === 'student') return notifyAbout(db, LEAVE_MESSAGES.overdue, aboutLeave, [{ row, who }])
  if (whom === 'fdy' || whom === 'college')
    await notifyAbout(db, LEAVE_MESSAGES.overdue, aboutLeave, [{ row, to: await staffOf(db, who, whom), more: { name: who.name }, link: staffLink(row) }])
}
/** Raises a case to the people responsible at this mark, citing the article under which a withdrawal from the school may follow. */
async function raise(db: Db, mark: OverdueCase, who: StudentOf, row: Leave, days: number): Promise<void> {
  const people = await staffOf(db, who, mark === 'article' ? 'officer' : mark)
  const values = { name: who.name, className: who.className ?? '', late: days, article: mark === 'article' ? ARTICLE : '' }
  await notifyAbout(db, LEAVE_MESSAGES.overdueCase, aboutLeave, [{ row, to: people, more: values, link: staffLink(row) }])
  const todo = (userId: string): TodoDraft => ({
    userId,
    kind: 'task',
    title: { text: '{name} 请假逾期 {days} 天未归', values: { name: who.name, days } },
    bizType: 'leaveOverdue',
    bizId: row.id,
    node: mark,
    link: staffLink(row),
    priority: mark === 'fdy' ? 'high' : 'urgent',
    applicantName: who.name,
    summary: values.article ? { text: values.article } : values.className,
  })
  await openTodos(db, people.map(todo))
}
/** 20-L7: the due date of a promised proof has passed; the counsellor requests it or converts the leave to a personal one. Returns the number of new cases. */
export async function missProofs(db: Db): Promise<number> {
  const late = await withStudents(db, await unprovenLeaves(db))
  const counsellors = await staffOfAll(
    db,
    late.map(l => l.who),
    'fdy',
  )
  const asked = late.map((l, at) => ({ ...l, to: counsellors[at] ?? [] })).filter(l => l.to.length)
  await openTodos(
    db,
    asked.flatMap(({ row, who, to }) => to.map(userId => proofTodo(userId, row, who))),
  )
  await notifyAbout(
    db,
    LEAVE_MESSAGES.proofDue,
    aboutLeave,
    asked.map(({ row, who }) => ({ row, who, more: { date: row.proofDueOn } })),
  )
  return asked.length
}
/** Ids of leaves with an overdue proof that have no case yet. */
const unprovenLeaves = (db: Db): Promise<Array<{ id: string }>> =>
  db.query<{
    id: string
  }>(sql`select l.id from leave l where l.tenant_id = ${db.me.tenantId} and l.proof_due_on <= ${yesterday()}::date and l.state in ('approved', 'active', 'overdue', 'closed')
    and not exists (select from todo t where t.tenant_id = l.tenant_id and t.biz_type = 'leaveProof' and t.biz_id = l.id::text and t.node = l.proof_due_on::text) order by l.proof_due_on limit ${MOST}`)
const proofTodo = (userId: string, row: Leave, who: StudentOf): TodoDraft => ({
  userId,
  kind: 'task',
  title: { text: '{name} 的请假证明逾期未交', values: { name: who.name } },
  bizType: 'leaveProof',
  bizId: row.id,
  node: row.proofDueOn ?? '',
  link: staffLink(row),
  applicantName: who.name,
})
const yesterday = (): string => today(new Date(Date.now() - 86_400_000))
/** Every ten minutes: starts leaves, sends reminders, escalates overdue ones. */
export default [
  scheduledJob('leave.clock', '请假开始、到期和逾期', '*/10 * * * *', async db => (await begin(db)) + (await remindDue(db)) + (await escalateOverdue(db)), {
    due: `select from leave where tenant_id = $1 and extends_id is null and ((state = 'approved' and start_at <= now()) or (state in ('approved', 'active', 'overdue') and end_at <= now() + interval '3 hours'))`,
  }),
  scheduledJob('leave.proofs', '请假证明逾期', '20 7 * * *', missProofs),
]
