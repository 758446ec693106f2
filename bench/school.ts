import sql from 'sql-template-tag'
import { person } from '#modules/campus/model/people.ts'
import { classHistory, SPAN_FIELDS } from '#modules/student/model/history.ts'
import { student as studentEntity } from '#modules/student/model/student.ts'
import { systemGate } from '#server/access/calls.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import type { Db } from '#server/context.ts'
import { tenantOf } from '#server/data/tenant.ts'
import { hashPassword } from '#server/identity/api.ts'
import { readConfig, readSecret } from '#server/start/config.ts'
import { createServer } from '#server/start/server.ts'
import { provision } from '#server/tenants/provision.ts'
import { type Student, students } from './generate.ts'
import { organisation, type Place, pairs, placeKey } from './organisation.ts'

export const SCHOOL_CODE = '100001'
/** Accounts used by the measurements. */
export const ACCOUNTS = {
  /** Role college at the eastern campus: by department, i.e. the campus office and its 20 colleges. */
  campusOffice: 'bench-east',
  /** Role college in one of its colleges. */
  oneCollege: 'bench-college',
  /** A role whose custom scope lists the same 20 colleges. */
  custom: 'bench-custom',
  /** All permissions. */
  officer: 'bench-officer',
} as const
/** Number of students with an account, `bench-s1` … */
export const SIGN_INS = 5000
type Draft = Record<string, unknown> & { id: string }

/** Runs something on the filled school in this process, with the keys of its installation. */
export async function inSchool<T>({ school, folder }: { school: string; folder: string }, run: (db: Db) => Promise<T>): Promise<T> {
  const server = await createServer({ url: school, dataDir: folder, secret: readSecret(readConfig({ DATA_DIR: folder }), {}) })
  try {
    return await run(systemGate(server.core, await tenantOf(server.core, { code: SCHOOL_CODE, schoolName: '' }, 'active'), 'bench'))
  } finally {
    await server.close()
  }
}
/** Provisions a school, in an empty database or beside others, and fills it by set-based SQL, bypassing validation. */
export async function openBenchSchool(options: { url: string; dataDir: string; count: number; password: string; code?: string }): Promise<void> {
  const server = await createServer({ ...options, secret: readSecret(readConfig({ DATA_DIR: options.dataDir }), {}) })
  try {
    const school = { code: options.code ?? SCHOOL_CODE, schoolName: '青蓝职业技术学院' }
    const tenantId = await tenantOf(server.core, school, 'active')
    await provision(server.core, tenantId, school)
    const gate = systemGate(server.core, tenantId, 'bench')
    await gate.tx(async db => {
      const place = await organisation(db)
      await people(db, place, options.count)
      await accounts(db, place, await hashPassword(options.password))
      // All users share one address here; the per-address rate limit would hide the server's capacity.
      await db.query(sql`insert into base_params (tenant_id, params_id, content) values (${tenantId}, 'login', '{"ipPerMinute": 100000}')`)
    })
  } finally {
    await server.close()
  }
}
async function people(db: Db, place: Place, count: number): Promise<void> {
  let portion: Draft[] = []
  const flush = async (): Promise<void> => {
    await db.insertMany(
      person,
      portion.map(d => ({ id: d.personId, idType: d.idType, idNo: d.idNo, name: d.name, birthDate: d.birthDate }) as never),
    )
    await db.insertMany(studentEntity, portion as never[])
    const spans = portion.map(d => ({ ...Object.fromEntries(SPAN_FIELDS.map(name => [name, d[name]])), studentId: d.id, from: d.enrolDate, cause: 'enrolled' }))
    await db.insertMany(classHistory, spans as never[])
    portion = []
  }
  for (const s of students(count)) {
    portion.push({ ...draftOf(s), ...placeOf(s, place), id: uuidv7(), personId: uuidv7(), status: s.status })
    if (portion.length === 5000) await flush()
  }
  await flush()
}
const placeOf = (s: Student, place: Place): Record<string, unknown> => {
  const at = { college: s.college, at: s.campus }
  return {
    level: '5',
    duration: 3,
    grade: s.row.grade,
    departmentId: place.departments.get(placeKey(at)),
    majorId: place.majors.get(placeKey({ ...at, m: s.major })),
    gradeMajorId: place.gradeMajors.get(placeKey({ ...at, m: s.major, grade: s.row.grade })),
    classId: place.classes.get(placeKey({ ...at, m: s.major, grade: s.row.grade })),
    campusId: place.campuses[s.campus],
  }
}
/** Input a user would type for a student; the class and dependent fields are added by the caller. */
export function draftOf(s: Student): Record<string, unknown> {
  const { row } = s
  return {
    studentNo: row.student_no,
    name: row.name,
    genderCode: s.gender,
    idType: '1',
    idNo: row.id_card,
    birthDate: row.birthday,
    ethnicityCode: s.nation,
    politicalCode: s.politics,
    nationalityCode: '156',
    nativeCanton: s.province,
    sourceCanton: s.province,
    studyForm: '1',
    category: '411',
    enrolMode: '01',
    enrolDate: row.enroll_date,
    expectedGraduation: `${row.grade + 3}-07-01`,
    phone: row.phone,
    email: row.email,
    homeAddress: row.address,
    emergencyName: row.guardian,
    emergencyPhone: row.guardian_phone,
  }
}
async function accounts(db: Db, place: Place, hash: string): Promise<void> {
  const { tenantId } = db.me
  const east = pairs.filter(p => p.at === 0).map(p => place.departments.get(placeKey(p)))
  await db.query(sql`
    with made as (insert into role (tenant_id, code, name, data_scope, custom_scope) values (${tenantId}, 'benchCustom', '指定学院', 'custom', ${JSON.stringify({ departmentIds: east })}) returning id)
    insert into role_menu (tenant_id, role_id, menu_id) select ${tenantId}, made.id, rm.menu_id from made, role_menu rm join role r on r.tenant_id = rm.tenant_id and r.id = rm.role_id
    where rm.tenant_id = ${tenantId} and r.code = 'college'`)
  const add = (name: string, role: string, departmentId: string | null): Promise<unknown> =>
    db.query(sql`
      with made as (insert into sys_user (tenant_id, realm, user_name, account_no, nick_name, user_type, department_id, password_hash, pass_word_level, password_changed_at, must_change_password)
        values (${tenantId}, 'admin', ${name}, ${name}, ${name}, 1, ${departmentId}::uuid, ${hash}, 2, now(), false) returning id)
      insert into role_user (tenant_id, role_id, user_id) select ${tenantId}, r.id, made.id from made, role r where r.tenant_id = ${tenantId} and r.code = ${role}`)
  await add(ACCOUNTS.campusOffice, 'college', place.offices[0] as string)
  await add(ACCOUNTS.oneCollege, 'college', east[0] as string)
  await add(ACCOUNTS.custom, 'benchCustom', null)
  await add(ACCOUNTS.officer, 'officer', null)
  await db.query(sql`
    with made as (insert into sys_user (tenant_id, realm, user_name, account_no, nick_name, user_type, student_id, password_hash, pass_word_level, password_changed_at, must_change_password)
      select ${tenantId}, 'admin', 'bench-s' || n, 'bench-s' || n, s.name, 2, s.id, ${hash}, 2, now(), false
      from (select id, name, row_number() over (order by student_no) n from student where tenant_id = ${tenantId} limit ${SIGN_INS}) s returning id)
    insert into role_user (tenant_id, role_id, user_id) select ${tenantId}, r.id, made.id from made, role r where r.tenant_id = ${tenantId} and r.code = 'student'`)
}
