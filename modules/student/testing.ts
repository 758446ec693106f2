import sql from 'sql-template-tag'
import { citizenIdCheck, type Row } from '#model'
import { department, gradeMajor, major, stuClass } from '#modules/campus/model/organisation.ts'
import { classStaff, teacher } from '#modules/campus/model/people.ts'
import { campus } from '#modules/campus/model/places.ts'
import { personFor } from '#modules/campus/server/api.ts'
import type { Db } from '#server/context.ts'
import { fixture, provisioned } from '#testing/fixture.ts'
import type { Actor, School } from '#testing/school.ts'
import { serial } from '#testing/serial.ts'
import type { student } from './model/student.ts'

type Student = Row<typeof student>
/** A small school: two colleges with a major each, software in two grades; 林知夏 counsels 软件2301, 何文博 网络2301. */
export interface SmallSchool extends School {
  ids: Record<'info' | 'art' | 'software' | 'network' | 'design' | 'gm23' | 'gm24' | 'gmNet' | 'gmArt' | 's2301' | 's2302' | 's2401' | 'n2301' | 'a2301' | 'lin' | 'he', string>
}
export const smallSchool = fixture('small', provisioned, async ({ db }): Promise<Pick<SmallSchool, 'ids'>> => {
  const make = maker(db)
  const place = await make(campus, { code: 'A', name: '南校区' })
  const info = await make(department, { code: 'X1', name: '信息工程学院', deptType: '1' })
  const art = await make(department, { code: 'X2', name: '艺术设计学院', deptType: '1' })
  const majorIn = (code: string, name: string, departmentId: string) => make(major, { code, name, departmentId, level: '5', duration: 3, maxYears: 5 })
  const software = await majorIn('610205', '软件技术', info)
  const network = await majorIn('610202', '网络技术', info)
  const design = await majorIn('650102', '视觉设计', art)
  const gradeOf = (grade: number, majorId: string, departmentId: string, name: string) =>
    make(gradeMajor, { name, grade, majorId, departmentId, level: '5', duration: 3, campusId: place })
  const gm23 = await gradeOf(2023, software, info, '2023级软件技术')
  const gm24 = await gradeOf(2024, software, info, '2024级软件技术')
  const gmNet = await gradeOf(2023, network, info, '2023级网络技术')
  const gmArt = await gradeOf(2023, design, art, '2023级视觉设计')
  const classOf = (classNo: string, name: string, gradeMajorId: string, grade: number, majorId: string, departmentId: string) =>
    make(stuClass, {
      classNo,
      name,
      gradeMajorId,
      grade,
      majorId,
      departmentId,
      campusId: place,
      capacity: 50,
      startDate: `${grade}-09-01`,
      expectedEnd: `${grade + 3}-07-01`,
      state: 'active',
    })
  const s2301 = await classOf('230101', '软件2301', gm23, 2023, software, info)
  const s2302 = await classOf('230102', '软件2302', gm23, 2023, software, info)
  const s2401 = await classOf('240101', '软件2401', gm24, 2024, software, info)
  const n2301 = await classOf('230201', '网络2301', gmNet, 2023, network, info)
  const a2301 = await classOf('230301', '视觉2301', gmArt, 2023, design, art)
  const lin = await counsellor(db, 'T001', '林知夏', info, s2301)
  const he = await counsellor(db, 'T002', '何文博', info, n2301)
  return { ids: { info, art, software, network, design, gm23, gm24, gmNet, gmArt, s2301, s2302, s2401, n2301, a2301, lin, he } }
})
const maker =
  (db: Db) =>
  async (of: Parameters<Db['insert']>[0], draft: Record<string, unknown>): Promise<string> =>
    (await db.insert(of, draft)).id
async function counsellor(db: Db, staffNo: string, name: string, departmentId: string, classId: string): Promise<string> {
  const idNo = citizenNo(`11010119800101${staffNo.slice(1)}`)
  const personId = await personFor(db, { idType: '1', idNo, name })
  const id = await maker(db)(teacher, {
    staffNo,
    personId,
    name,
    genderCode: '2',
    idType: '1',
    idNo,
    departmentId,
    staffCategory: 'fullFdy',
    phone: '13800000000',
    status: 'active',
  })
  await db.insert(classStaff, { classId, teacherId: id, role: 'fdy', startDate: '2023-09-01', isPrimary: true })
  return id
}
/** First 17 digits with the right check character behind them. */
export const citizenNo = (first17: string): string => `${first17}${citizenIdCheck(first17)}`
/** Signs in as a student. Replaces the synced account by one with a known password. */
export async function selfOf(school: School, studentId: string): Promise<Actor> {
  await school.server.settle()
  await school.db.query(sql`delete from sys_user where student_id = ${studentId}`)
  return school.as({ roles: ['student'], studentId })
}
/** A complete draft of a new student; each call is another person. */
export function draftOf(classId: string, given: Record<string, unknown> = {}): Record<string, unknown> {
  const n = serial('student')
  // five hundred people have the same place of birth
  const place = 110101 + Math.floor(n / 500)
  return {
    studentNo: `2023${String(n).padStart(6, '0')}`,
    name: '周雨桐',
    genderCode: '2',
    idType: '1',
    idNo: citizenNo(`${place}20050314${String((n % 500) * 2).padStart(3, '0')}`),
    birthDate: '2005-03-14',
    ethnicityCode: '01',
    politicalCode: '03',
    sourceCanton: '110101',
    classId,
    category: '411',
    enrolMode: '01',
    enrolDate: '2023-09-01',
    phone: '13812342071',
    emergencyName: '周建国',
    emergencyPhone: '13912345678',
    ...given,
  }
}
export type { Student }
export interface Saved {
  id: string
  version: number
}
/** Adds a student who must be possible. */
export async function addStudent(by: Actor, draft: Record<string, unknown>): Promise<Saved> {
  const made = await by.post<Saved>('base/student/add', draft)
  if (made.code !== 200) throw new Error(made.msg)
  return made.data
}
