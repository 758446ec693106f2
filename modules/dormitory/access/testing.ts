import sql from 'sql-template-tag'
import { captureNotifications, type SentNotification } from '#testing/capture-notifications.ts'
import { fixture } from '#testing/fixture.ts'
import type { Answer } from '#testing/school.ts'
import { dormBuilding } from '../places/model/places.ts'
import { day } from '../places/testing.ts'
import { type StaySchool, staySchool } from '../stays/testing.ts'
import { houseAll } from '../stays/testing-residents.ts'
import { signatureOf } from './server/signature.ts'

export interface Door {
  code: string
  secret: string
}
export interface TakenIn {
  received: number
  stored: number
  repeats: number
  quarantined: number
  faults: Array<{ index: number; rule: string; msg: string }>
}
/** A past night, recent enough to be evaluated again. */
export const NIGHT = day(-2)
/** A time of that night: before noon the next morning. */
export const inNight = (time: string, plus = 0): string => {
  const date = day((time >= '12:00' ? -2 : -1) + plus)
  return new Date(Date.parse(`${date}T${time}:00+08:00`)).toISOString()
}
/** Creates a device as the officer, with its secret. */
export async function door(s: StaySchool, code: string, place: Record<string, unknown>): Promise<Door> {
  const made = await s.officer.post<Door>('dorm/accessDevice/create', { code, name: `${code} 门口机`, ...place })
  if (made.code !== 200) throw new Error(made.msg)
  return made.data
}
export interface Sent {
  at?: number
  signature?: string
  school?: string
}
/** A signed request of a device. */
export async function push({ server }: Pick<StaySchool, 'server'>, { code, secret }: Door, records: readonly object[], sent: Sent = {}): Promise<Answer<TakenIn>> {
  const body = JSON.stringify({ records })
  const timestamp = String(sent.at ?? Date.now())
  const reply = await server.app.inject({
    method: 'POST',
    url: '/api/flySource-dorm/accessEvent/openApi/push',
    headers: {
      'content-type': 'application/json',
      'tenant-id': sent.school ?? '100001',
      'device-code': code,
      'device-timestamp': timestamp,
      'device-signature': sent.signature ?? signatureOf(secret, timestamp, body),
    },
    payload: body,
  })
  const json = reply.json() as Answer<TakenIn>
  return { ...json, status: reply.statusCode, errors: json.errors ?? [], headers: {}, raw: reply.rawPayload }
}
/** A passage of somebody as a device reports it. */
export const one = (who: { studentNo: string }, direction: 'in' | 'out', eventAt: string, more: Record<string, unknown> = {}) => ({
  personNo: who.studentNo,
  direction,
  eventAt,
  way: 'card',
  ...more,
})
/** The school of stays with residents and a device at each of the two gates. */
export interface AccessSchool extends StaySchool {
  told: (event: string, to?: string) => Promise<SentNotification[]>
  /** At 兰苑1栋, in and out. */
  lan: Door
  /** At 竹苑2栋, in only. */
  zhu: Door
  /** One of ten women of 软件2301 in 兰苑1栋. */
  woman(n: number): Student
  /** A man of 软件2302 in 竹苑2栋. */
  man: Student
  /** Waits until all events and jobs have been processed. */
  quiet(): Promise<void>
  /** Number of rows matched by a FROM clause with conditions. */
  counted(what: ReturnType<typeof sql>): Promise<number>
}
interface Student {
  id: string
  studentNo: string
}
export const accessSchool = fixture('access', staySchool, accessRows, withDoors)

interface AccessRows extends Pick<AccessSchool, 'lan' | 'zhu' | 'man'> {
  women: Student[]
}
async function accessRows(s: StaySchool): Promise<AccessRows> {
  const women = await s.students(10)
  const [man] = (await s.students(1, { genderCode: '1', classId: s.ids.s2302 })) as [Student]
  await houseAll(
    s,
    women.map(w => w.id),
    s.beds.women,
    day(-30),
  )
  await houseAll(s, [man.id], s.beds.men, day(-30))
  for (const id of [s.dorms.women, s.dorms.men]) await s.db.update(dormBuilding, id, { gateMode: 'events' })
  const lan = await door(s, 'LAN1', { dormId: s.dorms.women })
  const zhu = await door(s, 'ZHU2', { dormId: s.dorms.men, direction: 'in' })
  return { lan, zhu, man, women }
}
function withDoors(s: StaySchool & AccessRows): AccessSchool {
  return {
    ...s,
    told: captureNotifications(s.server),
    woman: n => s.women[n] as Student,
    async quiet() {
      await s.server.settle()
      await s.server.settle()
    },
    counted: async what => (await s.db.query<{ n: number }>(sql`select count(*)::int as n from ${what}`))[0]?.n ?? 0,
  }
}
