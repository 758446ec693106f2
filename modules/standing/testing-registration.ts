import type { OutputOf } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { schoolYear, term } from '#modules/campus/model/calendar.ts'
import { campus } from '#modules/campus/model/places.ts'
import { fixture } from '#testing/fixture.ts'
import type { Actor, Answer } from '#testing/school.ts'
import type { myRegistrations, registerSelf, registrationTask } from './registration/model/actions.ts'
import { registrationRecord } from './registration/model/record.ts'
import { day, type Pupil, type StandingSchool, standingSchool } from './testing.ts'

export const XN = '2026-2027'
/** The campus, with a radius of 800 metres. */
export const HERE = { latitude: 26.58, longitude: 106.71, accuracy: 10 }
export const ELSEWHERE = { latitude: 26.7, longitude: 106.71, accuracy: 10 }
type Registered = OutputOf<typeof registerSelf>
export type Board = OutputOf<typeof registrationTask.board>
/** A school in its term, with two students of different classes and a place on the map. */
export interface RegistrationSchool extends StandingSchool {
  first: Pupil
  other: Pupil
  /** A batch of a term nobody else has, published for all students; returns its id. */
  published(more?: Record<string, unknown>): Promise<string>
  register(batchId: string, who: Actor, position?: object): Promise<Answer<Registered>>
  mine(who: Actor, batchId: string): Promise<OutputOf<typeof myRegistrations> | undefined>
  stateOf(batchId: string, studentId: string): Promise<[state: string | undefined, method: string | null | undefined]>
}
export const registrationSchool = fixture(
  'registration',
  standingSchool,
  async (s: StandingSchool) => {
    for (const { id } of await s.db.unscoped(campus).all()) await s.db.update(campus, id, { lat: HERE.latitude, lng: HERE.longitude, geoRadius: 800 })
    await s.db.insert(schoolYear, { xn: XN, startDate: day(-200), endDate: day(200) })
    await s.db.insert(term, { xn: XN, xqM: '1', name: '第一学期', week1Start: day(-60), weeks: 20, startDate: day(-60), endDate: day(80), switchDate: day(-67) })
    return { first: await s.pupil(), other: await s.pupil({ classId: s.ids.a2301 }) }
  },
  (s): RegistrationSchool => ({ ...s, ...withBatches(s) }),
)
const inHours = (n: number): string => new Date(Date.now() + n * HOUR_MS).toISOString()
function withBatches(s: StandingSchool): Omit<RegistrationSchool, keyof StandingSchool | 'first' | 'other'> {
  let year = 2030
  const act = async <T>(path: string, body: object): Promise<T> => {
    const answer = await s.officer.post<T>(path, body)
    if (answer.code !== 200) throw new Error(answer.msg)
    return answer.data
  }
  return {
    async published(more = {}) {
      const xn = `${++year}-${year + 1}`
      const draft = {
        name: `${xn} 注册`,
        xn,
        xqM: '1',
        beginTime: inHours(-1),
        endTime: inHours(100),
        audience: { roles: ['student'] },
        selfAllowed: true,
        ownerDepartmentId: s.ids.info,
        ...more,
      }
      const { id } = await act<{ id: string }>('standing/registrationBatch/add', draft)
      await act('standing/registrationBatch/publish', { id })
      return id
    },
    register: (batchId, who, position = HERE) => who.post<Registered>('standing/registrationRecord/register', { batchId, ...position }),
    mine: async (who, batchId) => (await who.get<Array<OutputOf<typeof myRegistrations>>>('standing/registrationRecord/mine')).data.find(r => r.batchId === batchId),
    async stateOf(batchId, studentId) {
      const row = await s.db.unscoped(registrationRecord).find({ batchId, studentId })
      return [row?.state, row?.method]
    },
  }
}
