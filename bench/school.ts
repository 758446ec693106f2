import sql from 'sql-template-tag'
import { department, gradeMajor, major, stuClass } from '#modules/campus/model/organisation.ts'
import { classStaff, person, teacher } from '#modules/campus/model/people.ts'
import { campus } from '#modules/campus/model/places.ts'
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
import { CAMPUSES, COLLEGES, className, counsellorName, departmentName, GRADES, MAJORS, majorName, type Student, students } from './generate.ts'

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
interface Place {
  campuses: string[]
  offices: string[]
  /** Department ids by college and campus. */
  departments: Map<string, string>
  majors: Map<string, string>
  gradeMajors: Map<string, string>
  classes: Map<string, string>
}
const pad = (n: number, width: number): string => String(n).padStart(width, '0')
const pairs = COLLEGES.flatMap((_, college) => CAMPUSES.map((_, at) => ({ college, at })))
const programmes = pairs.flatMap(p => MAJORS.map((_, m) => ({ ...p, m })))
const years = programmes.flatMap(p => GRADES.map(grade => ({ ...p, grade })))
const keyed = <T>(items: readonly T[], key: (item: T) => string): Map<string, string> => new Map(items.map(item => [key(item), uuidv7()]))
const placeKey = (p: { college: number; at: number; m?: number; grade?: number }): string => [p.college, p.at, p.m, p.grade].filter(x => x !== undefined).join('/')

async function organisation(db: Db): Promise<Place> {
  const made: Place = {
    campuses: CAMPUSES.map(() => uuidv7()),
    offices: CAMPUSES.map(() => uuidv7()),
    departments: keyed(pairs, placeKey),
    majors: keyed(programmes, placeKey),
    gradeMajors: keyed(years, placeKey),
    classes: keyed(years, placeKey),
  }
  const at = (map: Map<string, string>, p: Parameters<typeof placeKey>[0]): string => map.get(placeKey(p)) as string
  const level = { level: '5', duration: 3 }
  const gradeMajorOf = (p: (typeof years)[number]) => ({
    grade: p.grade,
    majorId: at(made.majors, { college: p.college, at: p.at, m: p.m }),
    departmentId: at(made.departments, { college: p.college, at: p.at }),
    campusId: made.campuses[p.at] as string,
  })
  await db.insertMany(
    campus,
    CAMPUSES.map((name, i) => ({ id: made.campuses[i], code: `C${i + 1}`, name: `${name}校区`, isEnabled: true }) as never),
  )
  await db.insertMany(
    department,
    CAMPUSES.map((name, i) => ({ id: made.offices[i], code: `O${i + 1}`, name: `${name}校区管理委员会`, deptType: '1', isEnabled: true, sort: 0 }) as never),
  )
  await db.insertMany(
    department,
    pairs.map(
      p =>
        ({
          id: at(made.departments, p),
          code: `D${pad(p.college + 1, 2)}${p.at + 1}`,
          name: departmentName(p.college, p.at),
          parentId: made.offices[p.at],
          campusId: made.campuses[p.at],
          deptType: '1',
          isEnabled: true,
          sort: p.college,
        }) as never,
    ),
  )
  await db.insertMany(
    major,
    programmes.map(
      p =>
        ({
          ...level,
          id: at(made.majors, p),
          code: `${pad(p.college + 1, 2)}${p.at + 1}${p.m + 1}`,
          name: majorName(p.college, p.m),
          departmentId: at(made.departments, { college: p.college, at: p.at }),
          maxYears: 5,
          isEnabled: true,
        }) as never,
    ),
  )
  await db.insertMany(
    gradeMajor,
    years.map(p => ({ ...level, ...gradeMajorOf(p), id: at(made.gradeMajors, p), name: `${p.grade}级${majorName(p.college, p.m)}${CAMPUSES[p.at]}` }) as never),
  )
  await db.insertMany(
    stuClass,
    years.map(
      p =>
        ({
          ...gradeMajorOf(p),
          id: at(made.classes, p),
          classNo: `${p.grade}${pad(p.college + 1, 2)}${p.at + 1}${p.m + 1}`,
          name: className({ college: p.college, campus: p.at, major: p.m, classNo: 1 }, p.grade),
          gradeMajorId: at(made.gradeMajors, p),
          capacity: 200,
          startDate: `${p.grade}-09-01`,
          expectedEnd: `${p.grade + 3}-07-01`,
          state: 'active',
        }) as never,
    ),
  )
  await counsellors(db, made)
  return made
}
/** One counsellor per college. */
async function counsellors(db: Db, place: Place): Promise<void> {
  const staff = pairs.map((p, i) => ({
    ...p,
    id: uuidv7(),
    personId: uuidv7(),
    name: counsellorName(p.college, p.at),
    staffNo: `T${pad(i + 1, 4)}`,
    idNo: `P${pad(i + 1, 8)}`,
    departmentId: place.departments.get(placeKey(p)) as string,
  }))
  await db.insertMany(
    person,
    staff.map(s => ({ id: s.personId, idType: 'A', idNo: s.idNo, name: s.name }) as never),
  )
  const common = { idType: 'A', genderCode: '2', staffCategory: 'fullFdy', phone: '13800000000', status: 'active' }
  await db.insertMany(
    teacher,
    staff.map(({ college: _college, at: _at, ...s }) => ({ ...common, ...s }) as never),
  )
  const of = new Map(staff.map(s => [placeKey(s), s.id]))
  await db.insertMany(
    classStaff,
    years.map(
      y =>
        ({
          classId: place.classes.get(placeKey(y)),
          teacherId: of.get(placeKey({ college: y.college, at: y.at })),
          role: 'fdy',
          startDate: `${y.grade}-09-01`,
          isPrimary: true,
        }) as never,
    ),
  )
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
