import sql from 'sql-template-tag'
import { DAY_MS, HOUR_MS } from '#model/days.ts'
import { reminderMarks } from '#model/reminder-marks.ts'
import { type StudentOf, withStudents } from '#modules/student/server/api.ts'
import { staffOf, staffOfAll } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { deadlines, escalation, inTurn, whenDue } from '#server/deadlines/deadlines.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { leave } from '../model/leave.ts'
import { LEAVE_MESSAGES } from '../model/messages.ts'
import { CASES, daysOverdue, type OverdueCase } from '../model/overdue.ts'
import { leaveTodos } from './leave-todos.ts'
import { aboutLeave, staffLink } from './people.ts'
import { settingsOf } from './settings.ts'
import type { Leave } from './submit.ts'

const MOST = 2000
const DAY = 24 * HOUR_MS
/** How long before its end the reminder of a leave is sent. */
const DUE_MS = 3 * HOUR_MS

const ARTICLE = '《普通高等学校学生管理规定》第三十条：未经批准连续两周未参加学校规定的教学活动的，学校可予退学处理。'

const ORIGINAL = 't.extends_id is null'
/** Starts leaves whose time has come. */
export const begin = whenDue(leave, {
  when: `${ORIGINAL} and t.state = 'approved'`,
  at: 'startAt',
  set: { state: 'active' },
  act: async (db, rows) => notifyAbout(db, LEAVE_MESSAGES.starts, aboutLeave, await withStudents(db, rows)),
})
/** Reminds once that a leave ends soon. */
export const remindDue = whenDue(leave, {
  when: `${ORIGINAL} and t.state = 'active' and t.overdue_told is null`,
  at: 'endAt',
  before: DUE_MS,
  untilThen: true,
  set: { overdueTold: 'due' },
  act: async (db, rows) => notifyAbout(db, LEAVE_MESSAGES.returnDue, aboutLeave, await withStudents(db, rows)),
})
/** 20-L9: waits while an extension is being decided. */
const NOT_BACK = `${ORIGINAL} and t.state in ('approved', 'active', 'overdue')
  and not exists (select from leave x where x.tenant_id = t.tenant_id and x.extends_id = t.id and x.state in ('pending', 'returned'))`
/** 20-L11: an overdue leave is told to the student, the counsellor and the college. */
const tellOverdue = escalation(leave, {
  when: NOT_BACK,
  at: 'endAt',
  marks: ['student', 'fdy', 'college'],
  reached: 'overdueTold',
  set: { state: 'overdue' },
  async after(db) {
    const { remindStudentHours, remindFdyHours, remindCollegeHours } = await settingsOf(db)
    return { student: remindStudentHours * HOUR_MS, fdy: remindFdyHours * HOUR_MS, college: remindCollegeHours * HOUR_MS }
  },
  async reach(db, whom, rows, now) {
    const late = await withStudents(db, rows)
    if (whom !== 'student') return tellStaff(db, whom, late)
    await db.emitMany(
      'leave.overdue',
      late.map(({ row }) => ({ studentId: row.studentId, leaveId: row.id, days: daysOverdue(row.endAt, now) })),
    )
    await notifyAbout(db, LEAVE_MESSAGES.overdue, aboutLeave, late)
  },
})
async function tellStaff(db: Db, role: 'fdy' | 'college', late: ReadonlyArray<{ row: Leave; who: StudentOf }>): Promise<void> {
  const people = await staffOfAll(
    db,
    late.map(l => l.who),
    role,
  )
  const told = late.map(({ row, who }, at) => ({ row, to: people[at] ?? [], more: { name: who.name }, link: staffLink(row) }))
  await notifyAbout(db, LEAVE_MESSAGES.overdue, aboutLeave, told)
}
/** 20-L11: after so many days it becomes a case. After downtime only the last of several missed marks is raised. */
const raiseCases = escalation(leave, {
  when: NOT_BACK,
  at: 'endAt',
  marks: CASES,
  reached: 'overdueMarks',
  lastOnly: true,
  async after(db) {
    const days = reminderMarks((await settingsOf(db)).overdueMarks).reverse()
    const msOf = (at: number): number | null => (at < days.length ? (days[at] ?? 0) * DAY : null)
    return { fdy: msOf(0), college: msOf(1), officer: msOf(2), article: msOf(3) }
  },
  async reach(db, mark, rows, now) {
    for (const { row, who } of await withStudents(db, rows)) await raise(db, mark, who, row, daysOverdue(row.endAt, now))
  },
})
/** 20-L11: escalates overdue leaves. */
export const escalateOverdue = inTurn(tellOverdue, raiseCases)
/** Raises a case to the people responsible at this mark, citing the article under which a withdrawal from the school may follow. */
async function raise(db: Db, mark: OverdueCase, who: StudentOf, row: Leave, late: number): Promise<void> {
  const to = await staffOf(db, who, mark === 'article' ? 'officer' : mark)
  const article = mark === 'article' ? ARTICLE : ''
  await leaveTodos.open(db, mark, [{ row, who, to, more: { late, article }, summary: article ? { text: article } : who.className }])
}
/** 20-L7: the due date of a promised proof has passed; the counsellor requests it or converts the leave to a personal one. Returns the number of new cases. */
export async function missProofs(db: Db): Promise<number> {
  const unproven = await unprovenLeaves(db)
  // scheduled job without a user: no data scope applies
  const late = await withStudents(db, unproven.length ? await db.unscoped(leave).all({ id: unproven.map(r => r.id) }) : [])
  const counsellors = await staffOfAll(
    db,
    late.map(l => l.who),
    'fdy',
  )
  const asked = late.map((l, at) => ({ ...l, to: counsellors[at] ?? [] })).filter(l => l.to.length)
  await leaveTodos.open(db, 'proof', asked)
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
    and not exists (select from todo t where t.tenant_id = l.tenant_id and t.biz_type = 'leave' and t.biz_id = l.id::text and t.node = 'proof' and t.state = 'open') order by l.proof_due_on limit ${MOST}`)
const yesterday = (): string => today(new Date(Date.now() - DAY_MS))
export default [
  deadlines('leave.clock', '请假开始、到期和逾期', '*/10 * * * *', [begin, remindDue, escalateOverdue]),
  scheduledJob('leave.proofs', '请假证明逾期', '20 7 * * *', missProofs),
]
