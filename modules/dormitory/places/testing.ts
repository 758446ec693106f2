import sql from 'sql-template-tag'
import { addDays } from '#modules/campus/model/days.ts'
import { building, campus } from '#modules/campus/model/places.ts'

import { citizenNo, draftOf, type SmallSchool, smallSchool } from '#modules/student/testing.ts'
import { today } from '#server/base/today.ts'
import { fixture } from '#testing/fixture.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { serial } from '#testing/serial.ts'
import { curfewProfile } from './model/curfew.ts'
import { dormBed, dormBuilding, dormFloor, dormRoom } from './model/places.ts'

/**
 * A school with two dormitories on two campuses: 7号楼 for women, managed by 林知夏, and 8号楼, mixed, managed by 何文博. Each has two floors of two rooms (101, 102, 201,
 * 202) of four beds.
 */
export interface DormSchool extends SmallSchool {
  officer: Actor
  /** Runs 7号楼. */
  manager: Actor
  /** Runs 8号楼. */
  otherManager: Actor
  profileId: string
  /** Display name → id: `7号楼`, `7号楼1层`, `7号楼101`, `7号楼101-1`. */
  at: (name: string) => string
  newStudent(name: string, genderCode: '1' | '2', classId?: string): Promise<string>
  /** Assigns a bed, bypassing all rules. */
  putIn(studentId: string, bedId: string, state?: 'reserved' | 'checkedIn', more?: { kind?: string; plannedIn?: string; plannedOut?: string }): Promise<string>
}
export const dormSchool = fixture('dormitories', smallSchool, dormRows, withPlaces)

interface DormRows extends Pick<DormSchool, 'officer' | 'manager' | 'otherManager' | 'profileId'> {
  placeIds: Record<string, string>
}
async function dormRows(school: SmallSchool): Promise<DormRows> {
  const { db, ids } = school
  const south = (await db.unscoped(campus).find({ code: 'A' }))?.id as string
  const { id: north } = await db.insert(campus, { code: 'B', name: '北校区' })
  const { id: profileId } = await db.insert(curfewProfile, { name: '本科生楼' })
  const base = (code: string, name: string, campusId: string) => db.insert(building, { code, name, campusId, usage: 'dormitory', floors: 6 })
  const [seven, eight] = [await base('S7', '七号公寓', south), await base('S8', '八号公寓', north)]
  const placeIds: Record<string, string> = {}
  for (const [at, name, genderRule, manager] of [
    [seven, '7号楼', 'female', ids.lin],
    [eight, '8号楼', 'mixed', ids.he],
  ] as const) {
    const dorm = await db.insert(dormBuilding, { buildingId: at.id, code: at.code, name, genderRule, managerIds: [manager], curfewProfileId: profileId })
    placeIds[name] = dorm.id
    await db.insertMany(
      dormFloor,
      [1, 2].map(floorNo => ({ dormId: dorm.id, floorNo, name: `${floorNo}层` })),
    )
    const floors = await db.unscoped(dormFloor).all({ dormId: dorm.id })
    await db.insertMany(
      dormRoom,
      floors.flatMap(f =>
        [1, 2].map(n => ({ floorId: f.id, roomNo: `${f.floorNo}0${n}`, roomType: 'fourBath', genderCode: genderRule === 'mixed' && f.floorNo === 1 ? '1' : null })),
      ),
    )
    const rooms = await db.unscoped(dormRoom).all({ dormId: dorm.id })
    await db.insertMany(
      dormBed,
      rooms.flatMap(r => [1, 2, 3, 4].map(bedNo => ({ roomId: r.id, bedNo }))),
    )
    for (const f of floors) placeIds[`${name}${f.name}`] = f.id
    for (const r of rooms) placeIds[`${name}${r.roomNo}`] = r.id
    for (const b of await db.unscoped(dormBed).all({ dormId: dorm.id })) placeIds[(b.fullName ?? '').slice(3)] = b.id
  }
  return {
    officer: await school.as({ roles: ['officer'], nickName: '学工处' }),
    manager: await school.as({ roles: ['dormManager'], teacherId: ids.lin }),
    otherManager: await school.as({ roles: ['dormManager'], teacherId: ids.he }),
    profileId,
    placeIds,
  }
}
function withPlaces(school: SmallSchool & DormRows): DormSchool {
  const { db, ids, officer } = school
  return {
    ...school,
    at(name) {
      const id = school.placeIds[name]
      if (!id) throw new Error(`no place ${name}`)
      return id
    },
    async newStudent(name, genderCode, classId = ids.s2301) {
      const idNo = genderCode === '1' ? { idNo: maleNo() } : {}
      const made = await officer.post<{ id: string }>('base/student/add', draftOf(classId, { name, genderCode, ...idNo }))
      if (made.code !== 200) throw new Error(made.msg)
      return made.data.id
    },
    async putIn(studentId, bedId, state = 'checkedIn', { kind = 'main', plannedIn = today(), plannedOut } = {}) {
      const at = state === 'checkedIn' ? `${plannedIn}T08:00:00+08:00` : null
      const [made] = await db.query<{ id: string }>(sql`
        insert into dorm_stay (tenant_id, stay_no, student_id, student_no, name, gender_code, department_id, class_id, bed_id, room_id, floor_id, dorm_id, kind, state, planned_in, planned_out, check_in_at)
        select b.tenant_id, 'T' || nextval('dorm_stay_no_seq'), s.id, s.student_no, s.name, s.gender_code, s.department_id, s.class_id, b.id, b.room_id, b.floor_id, b.dorm_id,
          ${kind}, ${state}, ${plannedIn}::date, ${plannedOut ?? null}::date, ${at}::timestamptz
        from dorm_bed b join student s on s.tenant_id = b.tenant_id and s.id = ${studentId} where b.tenant_id = ${school.tenantId} and b.id = ${bedId} returning id`)
      return made?.id as string
    },
  }
}
const maleNo = (): string => citizenNo(`11010120050314${String(serial('man') * 2 + 1).padStart(3, '0')}`)
/** The last part of the rule code, and the text. */
export const refused = (answer: { errors: ReadonlyArray<{ rule: string; msg: string }> }): [string | undefined, string] => [
  answer.errors[0]?.rule.split('.').at(-1),
  answer.errors[0]?.msg ?? '',
]

export const day = (n: number): string => addDays(today(), n)
export const rulesOf = (answer: Answer<unknown>): string[] => answer.errors.map(e => e.rule.split('.').at(-1) as string)
const PLACES = { dormBuilding, dormFloor, dormRoom, dormBed }
/** Updates a place with its current version, as the UI does. */
export async function changePlace(s: DormSchool, entity: keyof typeof PLACES, name: string, patch: Record<string, unknown>, who: Actor = s.officer): Promise<Answer<unknown>> {
  const { version } = await s.db.unscoped(PLACES[entity] as typeof dormRoom).one(s.at(name))
  return who.post(`dorm/${entity}/update`, { id: s.at(name), version, ...patch })
}
