import sql from 'sql-template-tag'
import type { Newcomer } from '#modules/admission/testing.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { building } from '#modules/campus/model/places.ts'
import { curfewProfile } from '#modules/dormitory/places/model/curfew.ts'
import { dormBed, dormBuilding, dormFloor, dormRoom } from '#modules/dormitory/places/model/places.ts'
import { dormStay } from '#modules/dormitory/stays/model/stay.ts'
import { today } from '#server/base/today.ts'
import { serial } from '#testing/serial.ts'
import { lookAgain } from '../steps/server/enter.ts'
import { inHours, ok, type WelcomeSchool, welcomeSchool } from '../testing.ts'

/** Steps as schools have them: the bed waits for the intention, the key for the bed. */
export const STEPS = [
  { code: 'intention', name: '确认来校', kind: 'auto', autoSource: 'admission.intention', form: '/welcome/admission' },
  { code: 'information', name: '信息采集', kind: 'auto', autoSource: 'welcome.information', form: '/welcome/info', dependsOn: ['intention'] },
  { code: 'dorm', name: '宿舍', kind: 'auto', autoSource: 'dormitory', dependsOn: ['intention'] },
  { code: 'gate', name: '进校签到', kind: 'staff', phase: 'site' },
  { code: 'key', name: '领寝室钥匙', kind: 'staff', phase: 'site', dependsOn: ['gate', 'dorm'] },
]
/** A welcome school, or one that builds on it, with a house for men of two floors with two rooms of four beds, the second floor for women. */
export async function dormWelcome(school?: WelcomeSchool) {
  const s = school ?? (await welcomeSchool())
  const { db } = s
  const { id: profileId } = await db.insert(curfewProfile, { name: '新生楼' })
  const at = await db.insert(building, { code: 'N1', name: '一号公寓', campusId: s.campusId, usage: 'dormitory', floors: 2 })
  const house = await db.insert(dormBuilding, { buildingId: at.id, code: 'N1', name: '1号楼', genderRule: 'mixed', managerIds: [s.ids.lin], curfewProfileId: profileId })
  const places = new Map<string, string>()
  for (const floorNo of [1, 2]) {
    const floor = await db.insert(dormFloor, { dormId: house.id, floorNo, name: `${floorNo}层` })
    for (const n of [1, 2]) {
      const roomNo = `${floorNo}0${n}`
      const room = await db.insert(dormRoom, { floorId: floor.id, roomNo, roomType: 'fourBath', genderCode: floorNo === 1 ? '1' : '2' })
      places.set(roomNo, room.id)
      await db.insertMany(
        dormBed,
        [1, 2, 3, 4].map(bedNo => ({ roomId: room.id, bedNo })),
      )
      for (const bed of await db.unscoped(dormBed).all({ roomId: room.id })) places.set(`${roomNo}-${bed.bedNo}`, bed.id)
    }
  }
  await s.newcomer()
  const batchId = await s.published(STEPS)
  const place = (name: string): string => places.get(name) ?? ''
  const wholeHouse = { dormIds: [house.id], grants: [] }
  async function round(more: Record<string, unknown> = {}): Promise<string> {
    const draft = { name: `新生选床位${serial('claims')}`, beginTime: inHours(-1), endTime: inHours(24), audience: { roles: ['newStudent'] }, pool: wholeHouse, waves: [] }
    const { id } = ok(await s.officer.post<{ id: string }>('dorm/claimRound/add', { ...draft, moveIn: addDays(today(), 20), ...more }))
    ok(await s.officer.post('dorm/claimRound/publish', { id }))
    return id
  }
  let linkId: string | undefined
  /** The rounds and conditions of the batch. */
  async function link(roundIds: readonly string[], conditions: readonly string[] = ['intention'], more: Record<string, unknown> = {}): Promise<void> {
    if (linkId) {
      const { version } = ok(await s.officer.get<{ version: number }>('welcome/claimLink/getOne', { id: linkId }))
      ok(await s.officer.post('welcome/claimLink/update', { id: linkId, version, roundIds, conditions, ...more }))
    } else linkId = ok(await s.officer.post<{ id: string }>('welcome/claimLink/add', { batchId, roundIds, conditions })).id
  }
  async function someone(given?: Record<string, unknown>, comes = true): Promise<Newcomer> {
    const who = await s.newcomer({ name: `林${serial('dorm')}舟`, ...given })
    await db.query(sql`update student set class_id = ${s.ids.s2301} where id = ${who.id}`)
    await lookAgain(db)
    if (comes) ok(await who.actor.post('admission/admittedStudent/answer', { answer: 'intended' }))
    await s.server.settle()
    return who
  }
  const hold = (who: Newcomer, roundId: string, bed: string) =>
    who.actor.post<{ state: string; similar?: unknown[] }>('dorm/claimRound/hold', { roundId, bedId: place(bed) || bed })
  const confirm = (who: Newcomer, roundId: string, bed: string) => who.actor.post('dorm/claimRound/confirm', { roundId, bedId: place(bed) })
  async function claimed(who: Newcomer, roundId: string, bed: string): Promise<void> {
    ok(await hold(who, roundId, bed))
    ok(await confirm(who, roundId, bed))
    await s.server.settle()
  }
  const stayOf = (who: Pick<Newcomer, 'id'>) => db.unscoped(dormStay).find({ studentId: who.id, isOpen: true })
  return { s, batchId, place, wholeHouse, round, link, someone, hold, confirm, claimed, stayOf }
}
export type DormWelcome = Awaited<ReturnType<typeof dormWelcome>>
