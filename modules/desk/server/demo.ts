import sql from 'sql-template-tag'
import { schoolInstant } from '#model/school-time.ts'
import { addDays, weekdayOf } from '#modules/campus/model/days.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { type DemoAccount, demoAccounts } from '#server/demo/accounts.ts'
import { inHours } from '#server/demo/days.ts'
import { closeTodos, openTodos, type TodoDraft } from '#server/notifications/todos.ts'
import { makeApps } from './demo/apps.ts'
import { OFFICE_TASKS, STUDENT_TASKS } from './demo/tasks.ts'

const OPEN = 6
const OVERDUE = 3
const DONE = 8
/** Who looks after students' data. Others have what their own work brings. */
const OFFICE = ['admin', 'officer', 'college', 'fdy', 'bzr', 'teacher']

interface Student {
  id: string
  name: string
  studentNo: string
  className: string | null
}
/** Schedule and services for every demo account named after a role, and todos for students and those who look after their data. */
export default async function demo(db: Db): Promise<void> {
  const accounts = await demoAccounts(db)
  await makeApps(
    db,
    accounts.map(a => a.id),
  )
  for (const account of accounts) {
    if (account.studentId || OFFICE.includes(account.userName)) await makeTodos(db, account)
    await makeSchedule(db, account)
  }
}
/** Incomplete student records, in the account's classes if it has any: real rows, so that every todo has a target. */
const studentsOf = (db: Db, { teacherId }: DemoAccount): Promise<Student[]> =>
  db.query<Student>(sql`select s.id, s.name, s.student_no as "studentNo", c.name as "className" from student s left join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id
    where s.tenant_id = ${db.me.tenantId} and s.status = 'active' and s.deleted_at is null and s.student_no is not null
    order by exists (select from class_staff k where k.tenant_id = s.tenant_id and k.class_id = s.class_id and k.teacher_id = ${teacherId}::uuid and k.end_date is null) desc, s.completeness, s.student_no
    limit ${OPEN + DONE}`)

async function makeTodos(db: Db, account: DemoAccount): Promise<void> {
  const tasks = await tasksOf(db, account)
  const open = tasks.slice(0, OPEN).map((t, i): TodoDraft => ({ ...t, userId: account.id, dueAt: inHours(i < OVERDUE ? -9 - i * 20 : 6 + i * 11) }))
  const done = tasks.slice(OPEN, OPEN + DONE).map((t): TodoDraft => ({ ...t, userId: account.id }))
  await openTodos(db, [...open, ...done])
  for (const [i, t] of done.entries()) {
    await closeTodos(db, { bizType: t.bizType, bizId: t.bizId, ...(t.node === undefined ? {} : { node: t.node }), userIds: [account.id] }, 'done', '已完成')
    await db.query(
      sql`update todo set done_at = ${inHours(-5 - i * 19)}, done_by = user_id where tenant_id = ${db.me.tenantId} and user_id = ${account.id} and biz_type = ${t.bizType} and biz_id = ${t.bizId} and state = 'done'`,
    )
  }
  await db.query(sql`update todo t set arrived_at = least(now(), coalesce(t.due_at, now())) - (x.place * interval '7 hours')
    from (select id, row_number() over (order by id) as place from todo where tenant_id = ${db.me.tenantId} and user_id = ${account.id} and biz_id = any(${tasks.map(t => t.bizId)}::text[])) x where t.tenant_id = ${db.me.tenantId} and t.id = x.id`)
}
type Task = Omit<TodoDraft, 'userId'>
async function tasksOf(db: Db, account: DemoAccount): Promise<Task[]> {
  const about = async (from: string): Promise<string> =>
    (await db.query<{ id: string }>({ text: `select id from ${from} where tenant_id = $1 order by id limit 1`, values: [db.me.tenantId] } as never))[0]?.id ?? account.id
  if (account.studentId) {
    const id = account.studentId
    return STUDENT_TASKS.map(([title, summary, link], i) => ({ kind: 'task', title, summary, link, bizType: 'student', bizId: id, node: `入学任务 ${i + 1}` }))
  }
  const made: Task[] = []
  for (const [title, summary, link, bizType, table] of OFFICE_TASKS) made.push({ kind: 'task', title, summary, link, bizType, bizId: await about(table) })
  const students = (await studentsOf(db, account)).map(
    (s): Task => ({
      kind: 'task',
      title: '核对并补全学生信息',
      summary: [s.className, s.studentNo, '紧急联系人或家庭住址待补'].filter(Boolean).join('，'),
      applicantName: s.name,
      link: `/student/students?q=${encodeURIComponent(s.studentNo)}`,
      bizType: 'student',
      bizId: s.id,
      node: '信息核对',
    }),
  )
  return [...made.slice(0, 4), ...students.slice(0, 2), ...made.slice(4), ...students.slice(2)]
}
const MEETINGS = [
  ['学生工作例会', 'meeting', '行政楼 305', 0, '08:30', '09:30', 'FREQ=WEEKLY'],
  ['与学生谈话', 'talk', '学工办', 1, '14:30', '15:10', null],
  ['主题班会', 'activity', '教学楼 B-204', 2, '16:00', '17:00', null],
  ['值班', 'duty', '学生公寓值班室', 3, '21:00', '22:30', null],
  ['安全教育培训', 'meeting', '学术报告厅', 8, '09:00', '11:00', null],
] as const
const PRIVATE = [
  ['社团例会', 'activity', '大学生活动中心 201', 1, '19:00', '20:00', 'FREQ=WEEKLY'],
  ['英语四级报名截止', 'exam', null, 2, '17:00', '17:30', null],
  ['篮球训练', 'personal', '体育馆', 3, '17:30', '19:00', null],
] as const
/** This week and the next, including today. */
async function makeSchedule(db: Db, account: DemoAccount): Promise<void> {
  const day = today()
  const monday = addDays(day, 1 - weekdayOf(day))
  const list = account.studentId ? PRIVATE : MEETINGS
  const rows = [
    ...list.map(([title, kind, place, plus, from, to, repeat]) => ({
      title,
      kind,
      place,
      begin: schoolInstant(addDays(monday, plus), from),
      end: schoolInstant(addDays(monday, plus), to),
      repeat,
    })),
    {
      title: account.studentId ? '去图书馆还书' : '整理本周工作',
      kind: 'personal',
      place: null,
      begin: schoolInstant(day, '16:30'),
      end: schoolInstant(day, '17:00'),
      repeat: null,
    },
  ]
  await db.query(sql`insert into schedule_event (tenant_id, user_id, title, kind, place, "begin", "end", repeat_rule, remind_minutes)
    select ${db.me.tenantId}::uuid, ${account.id}::uuid, r.title, r.kind, r.place, r."begin", r."end", r.repeat, 15
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r(title text, kind text, place text, "begin" timestamptz, "end" timestamptz, repeat text)`)
}
