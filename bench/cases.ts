import type pg from 'pg'
import { DAY_MS } from '#model/days.ts'
import type { Bench } from './bench.ts'
import { COUNT, PASSWORD, withClient } from './database.ts'
import { call, type Session, signIn } from './product.ts'
import { ACCOUNTS } from './school.ts'

/** Number of pending applications, with the office and with counsellors. Proportionally fewer in a smaller school. */
export const BACKLOG = Math.min(30_000, Math.floor(COUNT * 0.6))
export const POOL = Math.floor(COUNT * 0.265)
/** Number of students who submit; none of them has an application yet. */
export const APPLICANTS = Math.floor(COUNT * 0.04)
/** The first students by number have no application, so that they can apply. */
const FREE = Math.floor(COUNT * 0.1)
const APPROVE = '/api/flySource-workflow/processTask/approve'

export interface Cases {
  officer: Session
  /** Counsellors' tasks, ordered so that no two of one counsellor are adjacent. */
  pool: Array<{ taskId: string; userName: string }>
  /** User names of students who may apply. */
  applicants: string[]
  typeId: string
}
/** A date that many days ahead at that hour: leaves must be requested in advance. */
export const dayAhead = (days: number, clock: string): string => `${new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)}T${clock}:00+08:00`
export const formOf = (typeId: string, days: number) => ({
  typeId,
  startAt: dayAhead(14, '08:00'),
  endAt: dayAhead(13 + days, '18:00'),
  leavesCampus: false,
  leavesCity: false,
  guardianInformed: true,
  contactName: '张建国',
  contactPhone: '13800000001',
  reason: '回家办理户口迁移',
})
/** Thousands of running leaves: two are created by the product, the others are SQL copies of these for other students. */
export function makeCases({ databases, ours, say }: Bench): Promise<Cases> {
  return withClient(databases.school, async client => {
    say(`${BACKLOG} applications wait with the office, ${POOL} with counsellors`)
    await forget(client)
    await addAccounts(client)
    const applicants = await freeStudents(client)
    const [first, second] = [applicants.pop(), applicants.pop()]
    if (!first || !second) throw new Error('nobody may apply')
    const { rows: types } = await client.query<{ id: string }>("select id from leave_type where code = 'personal'")
    const typeId = types[0]?.id ?? ''
    const waiting = await walk(client, await signIn(ours.port, first, PASSWORD), ours.port, typeId, 0)
    const risen = await walk(client, await signIn(ours.port, second, PASSWORD), ours.port, typeId, 2)
    await choose(client)
    await copy(client, risen, 0, BACKLOG - 1)
    await copy(client, waiting, BACKLOG - 1, POOL)
    for (const table of [...TABLES, 'sys_user']) await client.query(`vacuum analyze ${table}`)
    return { officer: await signIn(ours.port, ACCOUNTS.officer, PASSWORD), pool: await poolOf(client), applicants: applicants.slice(0, APPLICANTS), typeId }
  })
}
const TABLES = ['leave', 'process_instance', 'process_task', 'process_log', 'todo'] as const

/** Removes the rows of an earlier run. */
async function forget(client: pg.Client): Promise<void> {
  await client.query('truncate process_wait, process_cc, process_log, process_task, process_instance, leave')
  await client.query("delete from todo where biz_type = 'leave'")
}
/** Creates an account for each counsellor, each college's managers and every student without one; the first college keeps its own and is left out. */
export async function addAccounts(client: pg.Client): Promise<void> {
  const columns = 'tenant_id, realm, user_name, account_no, nick_name, user_type, password_hash, pass_word_level, password_changed_at, must_change_password'
  const values = (name: string, nick: string, type: number): string => `u.tenant_id, 'admin', ${name}, ${name}, ${nick}, ${type}, u.password_hash, 2, now(), false`
  await client.query(`insert into sys_user (${columns}, teacher_id, department_id) select ${values(`'bench-fdy-' || t.staff_no`, 't.name', 1)}, t.id, t.department_id
    from sys_user u join teacher t on t.tenant_id = u.tenant_id where u.user_name = '${ACCOUNTS.officer}' on conflict do nothing`)
  await client.query(`insert into sys_user (${columns}, department_id) select ${values(`'bench-col-' || d.code`, "'管理' || d.code", 1)}, d.id
    from sys_user u join department d on d.tenant_id = u.tenant_id and d.parent_id is not null where u.user_name = '${ACCOUNTS.officer}'
      and not exists (select from sys_user m where m.user_name = '${ACCOUNTS.oneCollege}' and m.department_id = d.id) on conflict do nothing`)
  await client.query(`insert into role_user (tenant_id, role_id, user_id) select u.tenant_id, r.id, u.id from sys_user u
    join role r on r.tenant_id = u.tenant_id and r.code = case when u.user_name like 'bench-fdy-%' then 'fdy' else 'college' end
    where (u.user_name like 'bench-fdy-%' or u.user_name like 'bench-col-%') and not exists (select from role_user h where h.user_id = u.id)`)
  await client.query(`insert into sys_user (${columns}, student_id) select ${values("'bench-a' || s.student_no", 's.name', 2)}, s.id
    from sys_user u join student s on s.tenant_id = u.tenant_id where u.user_name = '${ACCOUNTS.officer}' and not exists (select from sys_user o where o.student_id = s.id) on conflict do nothing`)
}
export async function freeStudents(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{
    name: string
  }>(`select u.user_name as name from (select * from student order by student_no limit ${FREE}) s join sys_user u on u.student_id = s.id
    where s.status = 'active' and u.user_name like 'bench-s%' and s.department_id in (select department_id from sys_user where user_name like 'bench-col-%') order by s.student_no limit ${APPLICANTS + 2}`)
  return rows.map(r => r.name)
}
interface Walked {
  leaveId: string
  instanceId: string
}
/** Submits one and advances it by so many steps. */
export async function walk(client: pg.Client, student: Session, port: number, typeId: string, steps: number): Promise<Walked> {
  const { id: leaveId, instanceId } = await call<{ id: string; instanceId: string }>(student, '/api/flySource-leave/leave/apply', formOf(typeId, 10))
  for (let step = 0; step < steps; step++) {
    const { rows } = await client.query<{ id: string; name: string }>(
      "select t.id, u.user_name as name from process_task t join sys_user u on u.id = t.assignee_id where t.instance_id = $1 and t.state = 'todo'",
      [instanceId],
    )
    const [task] = rows
    if (!task) throw new Error('nobody is asked')
    await call(await signIn(port, task.name, PASSWORD), APPROVE, { taskId: task.id, opinion: '同意' })
  }
  return { leaveId, instanceId }
}
/** Numbered table of students and their approvers. */
async function choose(client: pg.Client): Promise<void> {
  await client.query(`create temp table bench_student as
    select row_number() over (order by s.student_no) - 1 as n, s.id as student_id, s.name, s.department_id, s.class_id, u.id as user_id, f.id as fdy_id, c.id as college_id
    from (select * from student order by student_no offset ${FREE}) s join sys_user u on u.student_id = s.id
      join class_staff k on k.class_id = s.class_id and k.role = 'fdy' join sys_user f on f.teacher_id = k.teacher_id
      join sys_user c on c.department_id = s.department_id and c.user_name like 'bench-col-%'`)
  await client.query(`create function pg_temp.swapped(doc text, was text[], becomes text[]) returns text language plpgsql immutable as $$
    begin for i in 1..cardinality(was) loop doc := replace(doc, was[i], becomes[i]); end loop; return doc; end $$`)
}
/** Copies a case, replacing the ids of its student, approvers and tasks. */
async function copy(client: pg.Client, { leaveId, instanceId }: Walked, from: number, count: number): Promise<void> {
  const { rows } = await client.query<{ was: string[]; tasks: number }>(
    `select array[l.id::text, i.id::text, i.applicant_id::text, i.student_id::text, i.applicant_name, l.leave_no, l.department_id::text, l.class_id::text, f.id::text, c.id::text] || t.ids as was, cardinality(t.ids) as tasks
    from leave l join process_instance i on i.id = $2 join class_staff k on k.class_id = l.class_id and k.role = 'fdy' join sys_user f on f.teacher_id = k.teacher_id
      join sys_user c on c.department_id = l.department_id and c.user_name like 'bench-col-%', lateral (select array_agg(id::text order by no) ids from process_task where instance_id = i.id) t where l.id = $1`,
    [leaveId, instanceId],
  )
  const [walked] = rows
  if (!walked) throw new Error('the walked application is gone')
  await client.query('drop table if exists bench_case')
  await client.query(`create temp table bench_case as select n, now() - n * interval '1 second' as at,
      array[uuidv7()::text, uuidv7()::text, user_id::text, student_id::text, name, 'B' || n, department_id::text, class_id::text, fdy_id::text, college_id::text${', uuidv7()::text'.repeat(walked.tasks)}] as becomes
    from bench_student where n >= ${from} and n < ${from + count}`)
  const made = await client.query<{ n: number }>('select count(*)::int as n from bench_case')
  if (made.rows[0]?.n !== count) throw new Error(`${count} applications were to be made and the school has students for ${made.rows[0]?.n}`)
  for (const table of TABLES) await client.query(copyOf(table), [walked.was, table === 'leave' ? leaveId : table === 'todo' ? leaveId : instanceId])
}
/** Timestamps lie within the last hours, so that no deadline expires during the measurement. */
const MOMENTS: Record<(typeof TABLES)[number], string> = {
  leave: '{}',
  process_instance: `jsonb_build_object('started_at', c.at - interval '1 hour')`,
  process_task: `jsonb_build_object('arrived_at', c.at, 'due_at', c.at + interval '48 hours')`,
  process_log: `jsonb_build_object('id', uuidv7(), 'at', c.at - interval '1 hour')`,
  todo: `jsonb_build_object('id', uuidv7(), 'arrived_at', c.at, 'due_at', c.at + interval '48 hours')`,
}
const KEYS: Record<(typeof TABLES)[number], string> = { leave: 'id', process_instance: 'id', process_task: 'instance_id', process_log: 'instance_id', todo: 'biz_id' }
const copyOf = (
  table: (typeof TABLES)[number],
): string => `insert into ${table} select r.* from bench_case c cross join (select to_jsonb(t)::text as doc from ${table} t where t.${KEYS[table]}::text = $2) t
  cross join lateral jsonb_populate_record(null::${table}, pg_temp.swapped(t.doc, $1::text[], c.becomes)::jsonb || ${MOMENTS[table] === '{}' ? `'{}'::jsonb` : MOMENTS[table]}) r`

async function poolOf(client: pg.Client): Promise<Cases['pool']> {
  const { rows } = await client.query<{ taskId: string; userName: string }>(
    `select t.id as "taskId", u.user_name as "userName" from process_task t join sys_user u on u.id = t.assignee_id where t.state = 'todo' and u.user_name like 'bench-fdy-%'
      order by row_number() over (partition by u.id order by t.id), u.user_name`,
  )
  return rows
}
