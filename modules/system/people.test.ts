import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '#model/days.ts'
import { addStudent, draftOf, type SmallSchool, smallSchool } from '#modules/student/testing.ts'
import { today } from '#server/base/today.ts'
import { matches, md5 } from '#server/identity/hashing.ts'
import { openTodos } from '#server/notifications/todos.ts'
import type { Actor } from '#testing/school.ts'
import { syncAccounts } from './server/accounts.ts'
import { accountOf, holds, makeRole, rule } from './testing.ts'

let school: SmallSchool
let admin: Actor
beforeAll(async () => {
  school = await smallSchool()
  admin = await school.as({ roles: ['admin'] })
})
afterAll(() => school.close())
const day = (offset: number): string => today(new Date(Date.now() + offset * DAY_MS))
const student = (classId: string, given: Record<string, unknown>) => addStudent(admin, draftOf(classId, given))

describe('accounts from base data', () => {
  it('10-U10 students and teachers get their account by themselves, without a password, and a repeat makes nobody twice', async () => {
    const made = await student(school.ids.s2301, { name: '自动甲', studentNo: 'S-auto-1' })
    await school.db.query(sql`update student set status = 'active' where tenant_id = ${school.tenantId} and id = ${made.id}`)
    await school.db.tx(db => syncAccounts(db))
    const account = await accountOf(school, { studentId: made.id })
    expect(account).toMatchObject({ accountNo: 'S-auto-1', nickName: '自动甲', status: 'enabled' })
    expect(await school.db.query(sql`select password_hash as hash from sys_user where tenant_id = ${school.tenantId} and id = ${account?.id}`)).toEqual([{ hash: null }])
    expect(await holds(school, account?.id as string, 'student')).toBe(true)
    const teacher = await accountOf(school, { teacherId: school.ids.lin })
    expect(teacher).toMatchObject({ accountNo: 'T001', nickName: '林知夏' })
    expect(await holds(school, teacher?.id as string, 'teacher')).toBe(true)
    expect(await school.db.tx(db => syncAccounts(db))).toEqual({ created: 0, updated: 0, disabled: 0 })
  })
  it('10-U10 name and number follow the record, a hand-made account of the number becomes the record’s', async () => {
    const hand = await admin.post<{ id: string }>('base/sysUser/add', { userName: 'byhand', accountNo: 'S-hand-1', nickName: '手工', userType: 2 })
    const made = await student(school.ids.s2301, { name: '手工建过', studentNo: 'S-hand-1' })
    await school.db.query(sql`update student set status = 'active' where tenant_id = ${school.tenantId} and id = ${made.id}`)
    await school.db.tx(db => syncAccounts(db, { studentIds: [made.id] }))
    expect(await accountOf(school, { studentId: made.id })).toMatchObject({ id: hand.data.id, nickName: '手工建过' })
    await school.db.query(sql`update student set name = '改了名', student_no = 'S-new-1' where tenant_id = ${school.tenantId} and id = ${made.id}`)
    await school.db.emit('student.infoChanged', { studentId: made.id, fields: ['name'] })
    await school.server.settle()
    expect(await accountOf(school, { studentId: made.id })).toMatchObject({ id: hand.data.id, nickName: '改了名', accountNo: 'S-new-1' })
  })
  it('10-L17 staff who left keep their roles for the days of grace; then the open work passes to the head, the roles and the account go', async () => {
    const he = (await accountOf(school, { teacherId: school.ids.he })) as { id: string }
    const head = await school.as({ roles: ['officer'], nickName: '学工处老师' })
    const bizId = '0198c0de-0000-7000-8000-000000000001'
    const open = (userId: string) => ({ userId, kind: 'task' as const, title: '待处理', bizType: 'repairOrder', bizId, link: '/x' })
    await school.db.tx(db => openTodos(db, [open(he.id)]))
    const leave = async (status: string) => {
      await school.db.query(sql`update teacher set status = ${status} where tenant_id = ${school.tenantId} and id = ${school.ids.he}`)
      await school.db.emit('campus.teacherChanged', { teacherId: school.ids.he, status })
      await school.server.settle()
    }
    const leftOn = async () => (await school.db.query<{ on: string | null }>(sql`select left_on as on from sys_user where tenant_id = ${school.tenantId} and id = ${he.id}`))[0]?.on
    await leave('left')
    expect(await leftOn()).toBe(day(0))
    expect([(await accountOf(school, { teacherId: school.ids.he }))?.status, await holds(school, he.id, 'teacher')]).toEqual(['enabled', true])
    await leave('active')
    expect(await leftOn()).toBeNull()
    await leave('left')
    await school.db.query(sql`update sys_user set left_on = ${day(-89)} where tenant_id = ${school.tenantId} and id = ${he.id}`)
    await school.db.tx(db => syncAccounts(db))
    expect((await accountOf(school, { teacherId: school.ids.he }))?.status).toBe('enabled')
    await school.db.query(sql`update sys_user set left_on = ${day(-90)} where tenant_id = ${school.tenantId} and id = ${he.id}`)
    await school.db.tx(db => syncAccounts(db))
    expect([(await accountOf(school, { teacherId: school.ids.he }))?.status, await holds(school, he.id, 'teacher')]).toEqual(['disabled', false])
    const todos = await school.db.query(sql`select user_id, state from todo where tenant_id = ${school.tenantId} and biz_id = ${bizId} order by state`)
    expect(todos).toEqual([
      { user_id: head.userId, state: 'open' },
      { user_id: he.id, state: 'transferred' },
    ])
  })
  it('10-L17 students lose their roles ninety days after the end; graduates stay as alumni and nothing else, the others are disabled', async () => {
    const [graduate, dropout] = [await student(school.ids.s2301, { name: '毕业甲' }), await student(school.ids.s2301, { name: '退学乙' })]
    await school.db.query(sql`update student set status = 'active' where tenant_id = ${school.tenantId} and id in (${graduate.id}, ${dropout.id})`)
    await school.db.tx(db => syncAccounts(db))
    await makeRole(school, 'society', [])
    const account = async (of: { id: string }) => (await accountOf(school, { studentId: of.id })) as { id: string; status: string }
    const id = (await account(graduate)).id
    await school.db.query(sql`insert into role_user (tenant_id, role_id, user_id) select tenant_id, id, ${id} from role where tenant_id = ${school.tenantId} and code = 'society'`)
    const end = async (days: number) => {
      for (const [of, status] of [[graduate, 'graduated'] as const, [dropout, 'withdrawn'] as const]) {
        await school.db.query(sql`update student set status = ${status} where tenant_id = ${school.tenantId} and id = ${of.id}`)
        await school.db.query(
          sql`update class_history set "from" = ${day(-days)}, status = ${status} where tenant_id = ${school.tenantId} and student_id = ${of.id} and "to" is null`,
        )
      }
      await school.db.tx(db => syncAccounts(db))
    }
    await end(89)
    expect([(await account(graduate)).status, (await account(dropout)).status, await holds(school, id, 'student')]).toEqual(['enabled', 'enabled', true])
    await end(90)
    expect([(await account(graduate)).status, (await account(dropout)).status]).toEqual(['enabled', 'disabled'])
    expect([await holds(school, id, 'alumnus'), await holds(school, id, 'student'), await holds(school, id, 'society')]).toEqual([true, false, false])
    expect(await holds(school, (await account(dropout)).id, 'student')).toBe(false)
  })
  it('10-L17 the last administrator is not shut out by leaving', async () => {
    const other = await school.another()
    const boss = await other.as({ roles: ['admin'] })
    await other.db.query(sql`update sys_user set left_on = ${day(-200)} where tenant_id = ${other.tenantId} and id = ${boss.userId}`)
    await other.db.tx(db => syncAccounts(db))
    expect((await boss.get('base/sysUser/getUserInfo')).code).toBe(200)
    await other.as({ roles: ['admin'] })
    await other.db.tx(db => syncAccounts(db))
    expect((await boss.get('base/sysUser/getUserInfo')).status).toBe(401)
  })
  it('10-U10 a whole school of thirty thousand students gets its accounts at once', async () => {
    const other = await school.another()
    await other.db.query(sql`insert into campus (tenant_id, code, name) values (${other.tenantId}, 'A', 'A')`)
    await other.db.query(sql`insert into department (tenant_id, code, name, dept_type) values (${other.tenantId}, 'D', 'D', '1')`)
    await other.db.query(
      sql`insert into major (tenant_id, code, name, department_id, level, duration, max_years) select tenant_id, 'M', 'M', id, '5', 3, 5 from department where tenant_id = ${other.tenantId}`,
    )
    await other.db.query(sql`insert into grade_major (tenant_id, name, grade, major_id, department_id, duration, level, campus_id)
      select m.tenant_id, 'G', 2024, m.id, m.department_id, 3, '5', c.id from major m join campus c on c.tenant_id = m.tenant_id where m.tenant_id = ${other.tenantId}`)
    await other.db.query(sql`insert into stu_class (tenant_id, class_no, name, grade_major_id, grade, major_id, department_id, campus_id, capacity, start_date, expected_end)
      select tenant_id, 'C1', 'C1', id, 2024, major_id, department_id, campus_id, 100, '2024-09-01', '2027-07-01' from grade_major where tenant_id = ${other.tenantId}`)
    await other.db.query(sql`with p as (insert into person (tenant_id, id_type, id_no, id_no_hash, name) select ${other.tenantId}, '9', 'x', 'h' || n, '学生' || n from generate_series(1, 30000) n returning id, name)
      insert into student (tenant_id, student_no, name, gender_code, grade, department_id, major_id, grade_major_id, class_id, campus_id, status, id_type, id_no, id_no_hash, birth_date, person_id, level, duration, enrol_date, expected_graduation, ethnicity_code, study_form, nationality_code, native_canton)
      select ${other.tenantId}, '24' || lpad((row_number() over ())::text, 8, '0'), p.name, '1', 2024, c.department_id, c.major_id, c.grade_major_id, c.id, c.campus_id, 'active', '9', 'x', p.id::text, '2006-01-01', p.id, '5', 3, '2024-09-01', '2027-07-01', '01', '1', '156', '520102'
      from p cross join stu_class c where c.tenant_id = ${other.tenantId}`)
    expect(await other.db.tx(db => syncAccounts(db))).toMatchObject({ created: 30_000 })
  })
  it('first passwords are issued in the background by the school’s rule and must be changed', async () => {
    expect(rule(await admin.post('base/sysUser/issuePasswords', { userType: '2' }))).toBe('422 system.user.random')
    const risky = { paramsId: 'password', version: 0, content: { initialRule: 'idTail' } }
    expect(rule(await admin.post('base/baseParams/submit', risky))).toBe('422 system.baseParams.risky')
    await admin.post('base/baseParams/submit', { ...risky, isConfirmed: true })
    const made = await student(school.ids.s2302, { name: '领密码' })
    await school.db.query(sql`update student set status = 'active' where tenant_id = ${school.tenantId} and id = ${made.id}`)
    await school.db.tx(db => syncAccounts(db))
    const started = await admin.post<{ jobId: string; total: number }>('base/sysUser/issuePasswords', { userType: '2' })
    expect(started.data.total).toBeGreaterThan(0)
    for (let i = 0; i < 20; i++) await school.server.settle()
    const progress = await admin.get<{ state: string; done: number; skipped: number; total: number }>('base/sysUser/issueProgress', { jobId: started.data.jobId })
    expect(progress.data).toMatchObject({ state: 'done', total: started.data.total })
    expect(progress.data.done + progress.data.skipped).toBe(started.data.total)
    const account = await accountOf(school, { studentId: made.id })
    const [row] = await school.db.query<{ must: boolean; hash: string }>(
      sql`select must_change_password as must, password_hash as hash from sys_user where tenant_id = ${school.tenantId} and id = ${account?.id}`,
    )
    expect(row?.must).toBe(true)
    const revealed = await admin.post<{ idNo: string }>('base/student/reveal', { id: made.id, fields: ['idNo'] })
    expect(await matches(row?.hash ?? null, md5(revealed.data.idNo.slice(-6).toUpperCase()))).toBe(true)
  })
})
