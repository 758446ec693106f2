import sql from 'sql-template-tag'
import type { Row } from '#model'
import { teacher } from '#modules/campus/model/people.ts'
import { building, campus } from '#modules/campus/model/places.ts'
import { personFor, personsFor } from '#modules/campus/server/api.ts'
import { student } from '#modules/student/model/student.ts'

export { approveAs, todoOf } from '#modules/leave/testing.ts'

import { citizenNo, draftOf, type SmallSchool, selfOf, smallSchool } from '#modules/student/testing.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { fixture } from '#testing/fixture.ts'
import type { Actor, School } from '#testing/school.ts'
import { serial } from '#testing/serial.ts'
import { curfewProfile } from '../places/model/curfew.ts'
import { dormBed, dormBuilding, dormFloor, dormRoom } from '../places/model/places.ts'
import { dormStay } from './model/stay.ts'

/** A school with two dormitories: 兰苑1栋 for women, managed by 何文博, and 竹苑2栋 for men, managed by 石磊; twelve rooms of four beds each. */
export interface StaySchool extends SmallSchool {
  officer: Actor
  college: Actor
  /** Counsellor of 软件2301. */
  fdy: Actor
  /** Manager of the women's building. */
  manager: Actor
  /** Manager of the men's building. */
  other: Actor
  dorms: Record<'women' | 'men', string>
  profileId: string
  /** Beds in order of room and number, by building. */
  beds: Record<'women' | 'men', string[]>
  /** Enrolled students, women by default. */
  students(n: number, given?: { genderCode?: string; classId?: string; expectedGraduation?: string | null }): Promise<Array<{ id: string; studentNo: string }>>
  self(studentId: string): Promise<Actor>
  stay(id: string): Promise<Row<typeof dormStay>>
}
export const staySchool = fixture(
  'stays',
  smallSchool,
  stayRows,
  (school): StaySchool => ({
    ...school,
    students: (n, given) => makeStudents(school, n, given),
    self: id => selfOf(school, id),
    stay: id => school.db.unscoped(dormStay).one(id),
  }),
)
async function stayRows(school: SmallSchool): Promise<Omit<StaySchool, keyof SmallSchool | 'students' | 'self' | 'stay'>> {
  const { db, ids } = school
  const profileId = (await db.insert(curfewProfile, { name: '通用归寝时间' })).id
  const [place] = await db.unscoped(campus).all()
  const make = async (code: string, name: string, genderRule: 'male' | 'female', teacherId: string) => {
    const base = await db.insert(building, { code, name, campusId: place?.id ?? '', usage: '2', floors: 6 })
    return db.insert(dormBuilding, { buildingId: base.id, code, name, genderRule, managerIds: [teacherId], dutyPhone: '0851-88301111', curfewProfileId: profileId })
  }
  const shi = await teacherOf(db, '石磊', ids.info)
  const women = (await make('L1', '兰苑1栋', 'female', ids.he)).id
  const men = (await make('Z2', '竹苑2栋', 'male', shi)).id
  return {
    officer: await school.as({ roles: ['officer'], nickName: '学工处' }),
    college: await school.as({ roles: ['college'], departmentId: ids.info, nickName: '何院长' }),
    fdy: await school.as({ roles: ['fdy'], teacherId: ids.lin, departmentId: ids.info, nickName: '林知夏' }),
    manager: await school.as({ roles: ['dormManager'], teacherId: ids.he, nickName: '何文博' }),
    other: await school.as({ roles: ['dormManager'], teacherId: shi, nickName: '石磊' }),
    dorms: { women, men },
    profileId,
    beds: { women: await bedsIn(school, women), men: await bedsIn(school, men) },
  }
}
async function teacherOf(db: Db, name: string, departmentId: string): Promise<string> {
  const idNo = citizenNo('11010119790101003')
  const personId = await personFor(db, { idType: '1', idNo, name })
  return (
    await db.insert(teacher, {
      staffNo: 'T900',
      personId,
      name,
      genderCode: '1',
      idType: '1',
      idNo,
      departmentId,
      staffCategory: 'fullFdy',
      phone: '13800000009',
      status: 'active',
    } as never)
  ).id
}
async function bedsIn({ db }: SmallSchool, dormId: string): Promise<string[]> {
  const floor = await db.insert(dormFloor, { dormId, floorNo: 1, name: '1层' })
  await db.insertMany(
    dormRoom,
    Array.from({ length: 12 }, (_, n) => ({ floorId: floor.id, roomNo: String(101 + n), roomType: 'four' })),
  )
  const rooms = await db.unscoped(dormRoom).all({ dormId }, { sort: ['roomNo'] })
  await db.insertMany(
    dormBed,
    rooms.flatMap(r => [1, 2, 3, 4].map(bedNo => ({ roomId: r.id, bedNo }))),
  )
  return (await db.unscoped(dormBed).all({ dormId }, { sort: ['fullName'] })).map(b => b.id)
}
const NAMES = ['陈思远', '周雨桐', '李梓萱', '王浩然', '赵一诺', '黄佳怡', '吴嘉琪', '杨诗涵']
async function makeStudents({ db, ids }: SmallSchool, n: number, { genderCode = '2', classId = ids.s2301, expectedGraduation = null as string | null } = {}) {
  const [place] = await db.unscoped(campus).all()
  const nos = Array.from({ length: n }, () => `X${String(serial('resident')).padStart(6, '0')}`)
  const nameOf = (i: number): string => NAMES[i % NAMES.length] ?? ''
  const personIds = await personsFor(
    db,
    nos.map((no, i) => ({ idType: 'A', idNo: no, name: nameOf(i) })),
  )
  await db.insertMany(
    student,
    nos.map(
      (studentNo, i) =>
        ({
          ...draftOf(classId, { studentNo, name: nameOf(i), genderCode, idType: 'A', idNo: studentNo }),
          personId: personIds[i],
          level: '5',
          duration: 3,
          departmentId: ids.info,
          majorId: ids.software,
          gradeMajorId: ids.gm23,
          campusId: place?.id ?? '',
          grade: 2023,
          status: 'active',
          expectedGraduation,
        }) as never,
    ),
  )
  const rows = await db.query<{ id: string; studentNo: string }>(
    sql`select id, student_no as "studentNo" from student where tenant_id = ${db.me.tenantId} and student_no = any(${nos}) order by student_no`,
  )
  return rows
}
/** Lets a student live in a bed. */
export const livesIn = async ({ db, tenantId }: School, studentId: string, bedId: string): Promise<unknown> =>
  db.query(sql`insert into dorm_stay (tenant_id, stay_no, student_id, student_no, name, gender_code, department_id, class_id, bed_id, room_id, floor_id, dorm_id, kind, state, planned_in, check_in_at)
    select b.tenant_id, 'T' || nextval('dorm_stay_no_seq'), s.id, s.student_no, s.name, s.gender_code, s.department_id, s.class_id, b.id, b.room_id, b.floor_id, b.dorm_id, 'main', 'checkedIn', current_date, now()
    from dorm_bed b join student s on s.tenant_id = b.tenant_id and s.id = ${studentId} where b.tenant_id = ${tenantId} and b.id = ${bedId}`)
/** A new building with a room in which these students live; returns the building. */
export async function liveTogether(school: School, studentIds: readonly string[]): Promise<string> {
  const { db } = school
  const name = `试验楼${serial('dorm')}`
  const [place] = await db.unscoped(campus).all()
  const { id: buildingId } = await db.insert(building, { code: name, name, campusId: place?.id ?? '', usage: 'dormitory', floors: 1 })
  const { id: curfewProfileId } = await db.insert(curfewProfile, { name })
  const { id: dormId } = await db.insert(dormBuilding, { buildingId, code: name, name, genderRule: 'female', managerIds: [], curfewProfileId })
  const floor = await db.insert(dormFloor, { dormId, floorNo: 1, name: '1层' })
  const room = await db.insert(dormRoom, { floorId: floor.id, roomNo: '101', roomType: 'four' })
  for (const [n, id] of studentIds.entries()) await livesIn(school, id, (await db.insert(dormBed, { roomId: room.id, bedNo: n + 1 })).id)
  return buildingId
}
/** Reserved through the desk. */
export async function reserved(s: StaySchool, who: { studentNo: string }, bedId: string, given: Record<string, unknown> = {}, by: Actor = s.officer): Promise<string> {
  const answer = await by.post<{ id: string }>('dorm/dormStay/register', { studentNo: who.studentNo, bedId, kind: 'main', plannedIn: today(), ...given })
  if (answer.code !== 200) throw new Error(`${answer.code} ${answer.msg}`)
  return answer.data.id
}
/** The same, checked in. */
export async function livingIn(s: StaySchool, who: { studentNo: string }, bedId: string, given: Record<string, unknown> = {}): Promise<string> {
  const id = await reserved(s, who, bedId, given)
  const answer = await s.officer.post('dorm/dormStay/checkIn', { id })
  if (answer.code !== 200) throw new Error(`${answer.code} ${answer.msg}`)
  return id
}
/** Sets columns, bypassing all rules. */
export async function setStay(s: StaySchool, id: string, patch: Partial<Row<typeof dormStay>>): Promise<void> {
  await s.db.update(dormStay, id, patch)
}
