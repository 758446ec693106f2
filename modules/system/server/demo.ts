import sql, { type Sql } from 'sql-template-tag'
import type { OwnChoice } from '#model/theme.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import type { DemoOptions } from '#server/demo/options.ts'
import { syncAccounts } from './accounts.ts'
import { makeApplications } from './demo-applications.ts'
import { hangPictures } from './demo-pictures.ts'

/** Classes a demo counsellor should have: enough to see a scope, few enough to know by heart. */
const CLASSES = { least: 4, most: 6 }

/** Demo accounts: one for every teacher and student, and one named after each role code for a person who has the role. All share a known password without forced change. */
export default async function demo(db: Db, { passwordHash }: DemoOptions): Promise<void> {
  await syncAccounts(db)
  const fdy = await counsellor(db)
  await rename(db, 'fdy', fdy?.teacherId)
  await rename(db, 'bzr', await headTeacher(db, fdy))
  await rename(
    db,
    'college',
    await one(
      db,
      sql`select t.id from teacher t where ${tenant(db, 't')} and t.duty = '学工办主任' order by t.department_id = ${fdy?.departmentId ?? null} desc, t.staff_no limit 1`,
    ),
    'college',
  )
  await rename(db, 'student', await firstStudent(db, fdy?.teacherId), undefined, 'student_id')
  await rename(db, 'alumnus', await graduate(db), 'alumnus', 'student_id')
  for (const [role, office] of OFFICES) await rename(db, role, await officeWorker(db, office), role)
  await rename(db, 'teacher', await plainTeacher(db))
  for (const person of OUTSIDE) await add(db, person)
  await nameColleges(db)
  await db.query(sql`update sys_user set password_hash = ${passwordHash}, pass_word_level = 2, password_changed_at = now(), must_change_password = false where ${tenant(db)}`)
  await cover(db, fdy)
  await addApps(db)
  await makeApplications(db)
  await hangPictures(db)
  await choose(db, 'bzr', { isIsDark: true })
  await choose(db, 'league', { globalComponentSize: 'large' })
  await db.permissionsChanged()
}
const tenant = (db: Db, alias = ''): Sql => (alias === 't' ? sql`t.tenant_id = ${db.me.tenantId}` : sql`tenant_id = ${db.me.tenantId}`)
const one = async (db: Db, statement: Sql): Promise<string | undefined> => (await db.query<{ id: string }>(statement))[0]?.id

/** Offices whose staff hold a role, matched by part of the department's name. */
const OFFICES: ReadonlyArray<readonly [role: string, office: string]> = [
  ['officer', '学生工作'],
  ['finance', '财务'],
  ['psychologist', '心理'],
  ['admissions', '招生'],
  ['league', '团委'],
  ['dormManager', '后勤'],
  ['repairer', '后勤'],
]
interface Person {
  userName: string
  nickName: string
  userType: number | null
  realm: 'admin' | 'welcome' | 'exam'
  accountNo: string
}
const OUTSIDE: readonly Person[] = [
  { userName: 'admin', nickName: '系统管理员', userType: 1, realm: 'admin', accountNo: 'admin' },
  { userName: 'officer', nickName: '学工处老师', userType: 1, realm: 'admin', accountNo: 'officer' },
  { userName: 'finance', nickName: '财务老师', userType: 1, realm: 'admin', accountNo: 'finance' },
  { userName: 'psychologist', nickName: '心理老师', userType: 1, realm: 'admin', accountNo: 'psychologist' },
  { userName: 'admissions', nickName: '招生老师', userType: 1, realm: 'admin', accountNo: 'admissions' },
  { userName: 'league', nickName: '团委老师', userType: 1, realm: 'admin', accountNo: 'league' },
  { userName: 'dormManager', nickName: '宿管阿姨', userType: 3, realm: 'admin', accountNo: 'dormManager' },
  { userName: 'repairer', nickName: '维修师傅', userType: 3, realm: 'admin', accountNo: 'repairer' },
  { userName: 'employer', nickName: '图书馆用工负责人', userType: 3, realm: 'admin', accountNo: 'employer' },
  { userName: 'newStudent', nickName: '新同学', userType: null, realm: 'welcome', accountNo: '26420106150001' },
  { userName: 'applicant', nickName: '陆晓棠', userType: null, realm: 'exam', accountNo: '26420106150002' },
]
interface Counsellor {
  teacherId: string
  departmentId: string
}
/** A counsellor of some classes, in the first college that has one. */
async function counsellor(db: Db): Promise<Counsellor | undefined> {
  const rows = await db.query<Counsellor>(sql`select s.teacher_id as "teacherId", min(c.department_id::text)::uuid as "departmentId" from class_staff s
    join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id and c.state = 'active' join department d on d.tenant_id = c.tenant_id and d.id = c.department_id
    where s.tenant_id = ${db.me.tenantId} and s.role = 'fdy' and s.start_date <= ${today()} and (s.end_date is null or s.end_date > ${today()}) group by s.teacher_id
    order by count(*) between ${CLASSES.least} and ${CLASSES.most} desc, bool_or(c.grade = (select max(grade) from stu_class where tenant_id = ${db.me.tenantId} and state = 'active')) desc, abs(count(*) - 5), min(d.code), s.teacher_id limit 1`)
  return rows[0]
}
/** A head teacher who is not the counsellor, of the same college if possible. */
const headTeacher = (db: Db, fdy: Counsellor | undefined): Promise<string | undefined> =>
  one(
    db,
    sql`select s.teacher_id as id from class_staff s join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id and c.state = 'active'
    where s.tenant_id = ${db.me.tenantId} and s.role = 'bzr' and s.start_date <= ${today()} and (s.end_date is null or s.end_date > ${today()}) and s.teacher_id is distinct from ${fdy?.teacherId ?? null}::uuid
    order by c.department_id = ${fdy?.departmentId ?? null}::uuid desc nulls last, c.class_no limit 1`,
  )
/** The first student of the newest grade, in a class of the demo counsellor if possible. */
const firstStudent = (db: Db, fdyTeacherId: string | undefined): Promise<string | undefined> =>
  one(
    db,
    sql`select s.id from student s join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id
    where s.tenant_id = ${db.me.tenantId} and s.status = 'active' and s.student_no is not null and c.state = 'active'
    order by exists (select from class_staff k where k.tenant_id = c.tenant_id and k.class_id = c.id and k.teacher_id = ${fdyTeacherId ?? null}::uuid and k.role = 'fdy' and k.end_date is null) desc,
      c.grade desc, c.class_no, s.student_no limit 1`,
  )
/** Somebody who graduated last, with an account of their own. */
async function graduate(db: Db): Promise<string | undefined> {
  const last = await one(
    db,
    sql`select id from student where ${tenant(db)} and status = 'graduated' and student_no is not null order by expected_graduation desc, student_no limit 1`,
  )
  await db.query(sql`insert into sys_user (tenant_id, realm, user_name, account_no, nick_name, user_type, student_id, person_id)
    select tenant_id, 'admin', student_no, student_no, name, 2, id, person_id from student where ${tenant(db)} and id = ${last ?? null}::uuid on conflict do nothing`)
  return last
}
/** A member of an office whose account is not named after a role yet; staff before heads. */
const officeWorker = (db: Db, office: string): Promise<string | undefined> =>
  one(
    db,
    sql`select t.id from teacher t join department d on d.tenant_id = t.tenant_id and d.id = t.department_id and d.parent_id is null join sys_user u on u.tenant_id = t.tenant_id and u.teacher_id = t.id
    where ${tenant(db, 't')} and t.status = 'active' and d.name like ${`%${office}%`} and u.user_name = u.account_no order by t.duty is not null, t.staff_no limit 1`,
  )
const plainTeacher = (db: Db): Promise<string | undefined> =>
  one(
    db,
    sql`select t.id from teacher t join sys_user u on u.tenant_id = t.tenant_id and u.teacher_id = t.id where ${tenant(db, 't')} and t.status = 'active' and t.staff_category = 'teacher' and u.user_name = u.account_no
      and not exists (select from class_staff s where s.tenant_id = t.tenant_id and s.teacher_id = t.id) order by t.staff_no limit 1`,
  )
/** Renames a person's account to the role code (the number still signs in) and grants the role if nothing derives it. */
async function rename(db: Db, userName: string, id: string | undefined, role?: string, tie: 'teacher_id' | 'student_id' = 'teacher_id'): Promise<void> {
  if (!id) return
  const rows = await db.query<{ id: string }>(
    sql`update sys_user set user_name = ${userName} where ${tenant(db)} and realm = 'admin' and ${tie === 'teacher_id' ? sql`teacher_id` : sql`student_id`} = ${id} returning id`,
  )
  if (role && rows[0]) await give(db, rows[0].id, role)
}
const give = (db: Db, userId: string, role: string): Promise<unknown> =>
  db.query(sql`insert into role_user (tenant_id, role_id, user_id) select tenant_id, id, ${userId} from role where ${tenant(db)} and code = ${role} on conflict do nothing`)

/** Accounts without a record, added only where no person of an office took the name. */
async function add(db: Db, p: Person): Promise<void> {
  const rows = await db.query<{ id: string }>(sql`insert into sys_user (tenant_id, realm, user_name, account_no, nick_name, user_type)
    values (${db.me.tenantId}, ${p.realm}, ${p.userName}, ${p.accountNo}, ${p.nickName}, ${p.userType}) on conflict do nothing returning id`)
  if (rows[0]) await give(db, rows[0].id, p.userName)
}
/** Grants the role `college` to every college's head of student affairs. */
const nameColleges = (db: Db): Promise<unknown> =>
  db.query(sql`insert into role_user (tenant_id, role_id, user_id) select r.tenant_id, r.id, u.id from role r join sys_user u on u.tenant_id = r.tenant_id join teacher t on t.tenant_id = u.tenant_id and t.id = u.teacher_id
    where r.tenant_id = ${db.me.tenantId} and r.code = 'college' and t.duty = '学工办主任' on conflict do nothing`)

/** A week's cover: another counsellor of the college deputises for the demo counsellor. */
async function cover(db: Db, fdy: Counsellor | undefined): Promise<void> {
  if (!fdy) return
  await db.query(sql`insert into role_user (tenant_id, role_id, user_id, source, valid_from, valid_to, covered_user_id)
    select r.tenant_id, r.id, deputy.id, 'cover', ${today()}::date, ${today()}::date + 7, covered.id from role r
      join sys_user covered on covered.tenant_id = r.tenant_id and covered.teacher_id = ${fdy.teacherId}
      join lateral (select u.id from sys_user u join teacher t on t.tenant_id = u.tenant_id and t.id = u.teacher_id where u.tenant_id = r.tenant_id and t.id <> ${fdy.teacherId} and t.department_id = ${fdy.departmentId}
        and t.staff_category like '%Fdy' and t.status = 'active' order by t.staff_no limit 1) deputy on true
    where r.tenant_id = ${db.me.tenantId} and r.code = 'fdy'`)
}
/** Personal shell settings: one user dark, one with large text. */
const choose = (db: Db, userName: string, theme: OwnChoice): Promise<unknown> =>
  db.query(sql`insert into user_preference (tenant_id, user_id, terminal, theme) select tenant_id, id, 'web', ${JSON.stringify(theme)}::jsonb from sys_user
    where ${tenant(db)} and realm = 'admin' and user_name = ${userName} on conflict do nothing`)
const APPS: ReadonlyArray<readonly [name: string, en: string, icon: string, category: string, path: string, roles: readonly string[]]> = [
  ['学生信息', 'Students', 'users-round', 'study', '/student/students', ['admin', 'officer', 'college', 'fdy', 'bzr']],
  ['学籍统计', 'Statistics', 'chart-column', 'study', '/student/statistics', ['admin', 'officer', 'college']],
  ['我的档案', 'My record', 'contact', 'study', '/student/mine', ['student']],
  ['校历', 'Calendar', 'calendar-days', 'office', '/campus/calendar', []],
  ['班级', 'Classes', 'users-round', 'study', '/campus/classes', ['admin', 'officer', 'college', 'fdy', 'bzr']],
  ['带班管理', 'Class staff', 'user-check', 'office', '/campus/class-staff', ['admin', 'officer', 'college']],
]
async function addApps(db: Db): Promise<void> {
  for (const [at, [name, en, icon, category, path, roles]] of APPS.entries())
    await db.query(sql`insert into app_name (tenant_id, name, name_en, icon, category, url, terminals, audience, sort, is_recommended, menu_id)
      values (${db.me.tenantId}, ${name}, ${en}, ${icon}, ${category}, ${path}, '["web", "mobile"]', ${roles.length ? JSON.stringify({ roles }) : null}::jsonb, ${at}, ${at < 2},
        (select id from menu where ${tenant(db)} and terminal = 'web' and path = ${path})) on conflict do nothing`)
}
