import sql from 'sql-template-tag'
import { vi } from 'vitest'
import type { Row } from '#model'
import { addDays } from '#modules/campus/model/days.ts'
import { captureNotifications, type SentNotification } from '#testing/capture-notifications.ts'
import { fixture } from '#testing/fixture.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { nightAt } from '../places/model/night.ts'
import { dormBuilding, dormRoom } from '../places/model/places.ts'
import { type StaySchool, staySchool } from '../stays/testing.ts'
import { houseAll } from '../stays/testing-residents.ts'
import { nightLine } from './model/night-line.ts'
import { nightSetting } from './model/night-setting.ts'
import { beginNights } from './server/dorm-nights.ts'
import { makeRoster } from './server/roster.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
/** The next 22:00: times shortly before or after lie in the same night. */
export const now = Math.ceil((Date.now() - 14 * HOUR) / (24 * HOUR)) * 24 * HOUR + 14 * HOUR
export const night = nightAt(new Date(now).toISOString())
export const iso = (ms: number): string => new Date(ms).toISOString()
/** In the fence of 兰苑1栋. */
export const inside = { latitude: 26.58, longitude: 106.72, accuracy: 20, system: 'wgs84' as const }
interface Hours {
  opens: number
  closes: number
  curfew: number
  cutOff: number
  opening: number
}
interface Tick {
  roomId: string
  at: string
  out?: string[]
  late?: string[]
}
/**
 * Nine women of 软件2301 in the first three rooms of 兰苑1栋, which has a fence and a gate, one man in 竹苑2栋; the clock is set within a night with roll-call. The eighth
 * after the first is away.
 */
export interface NightSchool extends StaySchool {
  told: (event: string, to?: string) => Promise<SentNotification[]>
  women: Array<{ id: string }>
  man: { id: string }
  rooms: string[]
  /** A woman's id by index. */
  id(n: number): string
  hours(h: Hours): Promise<unknown>
  /** Opens the night at this moment. */
  openNow(): Promise<unknown>
  lineOf(studentId: string): Promise<Row<typeof nightLine>>
  patrol(by: Actor, ticks: readonly Tick[], dormId?: string): Promise<Answer<{ kept: number; roomCount: number }>>
}
/** Freezes the clock: call `vi.useRealTimers` at the end of the tests. */
export const nightSchool = fixture(
  `night of ${night}`,
  staySchool,
  async (s: StaySchool) => {
    stopClock()
    return await nightRows(s).finally(() => vi.useRealTimers())
  },
  withNight,
)
const stopClock = () => vi.useFakeTimers({ toFake: ['Date'], now })
type NightRows = Pick<NightSchool, 'women' | 'man' | 'rooms'>
async function nightRows(s: StaySchool): Promise<NightRows> {
  for (const dormId of [s.dorms.women, s.dorms.men]) await s.db.insert(nightSetting, { dormId, openTime: '21:30', closeTime: '23:00', gateAfter: '18:00' })
  const women = await s.students(9)
  const man = (await s.students(1, { genderCode: '1' }))[0] as { id: string }
  await houseAll(
    s,
    women.map(w => w.id),
    s.beds.women,
  )
  await houseAll(s, [man.id], s.beds.men)
  await s.db.update(dormBuilding, s.dorms.women, { fence: { lng: inside.longitude, lat: inside.latitude, radius: 100 }, gateMode: 'events' })
  const rooms = (await s.db.unscoped(dormRoom).all({ dormId: s.dorms.women }, { sort: ['roomNo'] })).map(r => r.id)
  await s.db.update(dormRoom, rooms[0] as string, { headStudentId: women[0]?.id ?? '' })
  await s.officer.post('dorm/presenceException/add', { studentId: women[8]?.id, from: night, to: addDays(night, 3), reason: 'trainingCamp' })
  await s.db.tx(async db => makeRoster(db, night, await beginNights(db, night)))
  await setHours(s, OPEN_NOW)
  return { women, man, rooms }
}
const OPEN_NOW: Hours = { opens: now - 3 * HOUR, closes: now + HOUR, curfew: now + 2 * HOUR, cutOff: now + 3 * HOUR, opening: now + 9 * HOUR }
const setHours = (s: StaySchool, h: Hours): Promise<unknown> =>
  s.db.query(sql`update dorm_night set opens_at = ${iso(h.opens)}, closes_at = ${iso(h.closes)}, gate_after = ${iso(h.opens)}, curfew = ${iso(h.curfew)}, cut_off = ${iso(h.cutOff)}, gate_opening = ${iso(h.opening)}
    where tenant_id = ${s.tenantId} and night_date = ${night}::date`)
function withNight(s: StaySchool & NightRows): NightSchool {
  stopClock()
  return {
    ...s,
    told: captureNotifications(s.server),
    id: n => s.women[n]?.id as string,
    hours: h => setHours(s, h),
    openNow: () => setHours(s, OPEN_NOW),
    async lineOf(studentId) {
      const [row] = await s.db.unscoped(nightLine).all({ nightDate: night, studentId })
      if (!row) throw new Error('no line')
      return row
    },
    patrol: (by, ticks, dormId = s.dorms.women) => by.post('dorm/dormPatrol/patrol', { dormId, nightDate: night, ticks: ticks.map(t => ({ out: [], late: [], ...t })) }),
  }
}
