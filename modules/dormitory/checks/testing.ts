import sql from 'sql-template-tag'
import type { OutputOf, Row } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { captureEvents } from '#testing/capture-events.ts'
import { captureNotifications, type SentNotification } from '#testing/capture-notifications.ts'
import { fixture } from '#testing/fixture.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { type StaySchool, staySchool } from '../stays/testing.ts'
import { houseAll, type Resident, termAround } from '../stays/testing-residents.ts'
import type { myRoomChecks, scoreRooms } from './model/actions.ts'
import { checkRecord } from './model/record.ts'
import { checkScheme } from './model/scheme.ts'

export const NOW = Date.now()
type Results = OutputOf<typeof scoreRooms>['results']
type Tap = [item: string, step: string | null, bedNo: number | null]
/** A checker's submission. */
export const sheet = (roomId: string, taps: Tap[] = [], more: Record<string, unknown> = {}) => ({
  roomId,
  at: new Date().toISOString(),
  marks: taps.map(([item, step, bedNo]) => ({ item, step, bedNo, times: 1 })),
  noOneIn: false,
  refused: false,
  ...more,
})
/** The school of stays with two students in each of the first six rooms of the women's building, and a task that is under way. */
export interface CheckSchool extends StaySchool {
  told: (event: string) => Promise<SentNotification[]>
  heard: Array<Record<string, unknown>>
  rooms: string[]
  taskId: string
  student(room: number, n?: number): Resident
  newTask(more?: Record<string, unknown>): Promise<string>
  publish(entity: string, id: string): Promise<void>
  score(by: Actor, ...sheets: unknown[]): Promise<Answer<{ results: Results }>>
  first(by: Actor, ...sheets: unknown[]): Promise<Results[number] | undefined>
  record(room: number): Promise<Row<typeof checkRecord> | undefined>
  idOf(room: number): Promise<string>
  mine(who: Actor): Promise<Answer<OutputOf<typeof myRoomChecks>>>
}
interface CheckRows extends Pick<CheckSchool, 'rooms' | 'taskId'> {
  /** Residents by room. */
  residents: Resident[][]
}
export const checkSchool = fixture('checks', staySchool, checkRows, withSheets)

async function checkRows(s: StaySchool): Promise<CheckRows> {
  await termAround(s)
  const students = await s.students(12)
  const beds = s.beds.women.filter((_, n) => n % 4 < 2)
  const placed = await houseAll(
    s,
    students.map(x => x.id),
    beds,
  )
  const people = await Promise.all(placed.map(async p => ({ ...p, actor: await s.self(p.id) })))
  const roomOf = new Map(
    (await s.db.query<{ bedId: string; roomId: string }>(sql`select id as "bedId", room_id as "roomId" from dorm_bed where tenant_id = ${s.tenantId}`)).map(b => [
      b.bedId,
      b.roomId,
    ]),
  )
  const living = [...Map.groupBy(people, p => roomOf.get(p.bedId) ?? '')]
  const residents = living.map(([, people]) => people)
  const taskId = await newTask(s, residents)
  await publish(s, 'checkTask', taskId)
  return { rooms: living.map(([roomId]) => roomId), residents, taskId }
}
async function newTask(s: StaySchool, residents: CheckRows['residents'], more: Record<string, unknown> = {}): Promise<string> {
  const answer = await s.officer.post<{ id: string }>('dorm/checkTask/add', {
    name: `卫生检查 ${Math.random()}`,
    beginTime: new Date(NOW - 2 * HOUR_MS).toISOString(),
    endTime: new Date(NOW + 4 * HOUR_MS).toISOString(),
    audience: { userIds: [s.manager.userId, s.other.userId, residents[1]?.[0]?.actor.userId] },
    schemeId: (await s.db.unscoped(checkScheme).find({ kind: 'health' }))?.id ?? '',
    scopeKind: 'buildings',
    dormIds: [s.dorms.women],
    blind: false,
    ...more,
  })
  if (answer.code !== 200) throw new Error(answer.msg)
  return answer.data.id
}
async function publish(s: StaySchool, entity: string, id: string): Promise<void> {
  const answer = await s.officer.post(`dorm/${entity}/publish`, { id, confirmGaps: true })
  if (answer.code !== 200) throw new Error(answer.msg)
}
function withSheets(s: StaySchool & CheckRows): CheckSchool {
  const { taskId, rooms } = s
  const score: CheckSchool['score'] = (by, ...sheets) => by.post('dorm/checkRecord/score', { taskId, sheets })
  const record = (room: number) => s.db.unscoped(checkRecord).find({ taskId, roomId: rooms[room] as string })
  return {
    ...s,
    told: captureNotifications(s.server),
    heard: captureEvents(s.server, 'dormitory.weekScored', 'dormitory.violationConfirmed', 'dormitory.violationReferred', 'dormitory.civilisedAwarded'),
    ...{ score, record },
    student: (room, n = 0) => s.residents[room]?.[n] as Resident,
    newTask: more => newTask(s, s.residents, more),
    publish: (entity, id) => publish(s, entity, id),
    first: async (by, ...sheets) => (await score(by, ...sheets)).data.results[0],
    idOf: async room => (await record(room))?.id ?? '',
    mine: who => who.get('dorm/checkRecord/mine'),
  }
}
/** All rooms but the second are checked; the fifth was refused entry twice, which counts as zero. */
export const checkedSchool = fixture('checkedRooms', checkSchool, async s => {
  const at = (room: number) => s.rooms[room] as string
  await s.first(
    s.manager,
    sheet(at(0), [
      ['floor', '有垃圾', null],
      ['bed', '被子未叠', 1],
    ]),
  )
  await s.first(s.student(1).actor, sheet(at(2), [['walls', '有灰尘蛛网', null]]))
  await s.first(
    s.manager,
    sheet(at(3), [
      ['floor', '堆放杂物', null],
      ['floor', '有灰尘或水渍', null],
    ]),
  )
  for (const by of [s.manager, s.other]) await s.first(by, sheet(at(4), [], { refused: true }))
  await s.first(s.manager, sheet(at(5)))
  return {}
})
