import sql from 'sql-template-tag'
import type { InputOf, Row } from '#model'
import { addDays } from '#modules/campus/model/days.ts'
import { captureNotifications, type SentNotification } from '#testing/capture-notifications.ts'
import { fixture } from '#testing/fixture.ts'
import type { Answer } from '#testing/school.ts'
import { type ExpectedPresence, expectedPresence } from '../stays/server/presence.ts'
import { approveAs, type StaySchool, staySchool } from '../stays/testing.ts'
import { housed, type Resident, termAround } from '../stays/testing-residents.ts'
import type { tempApplication } from './model/application.ts'
import { tempLocation } from './model/temp-location.ts'

export type TempForm = InputOf<typeof tempApplication.apply>
interface CreatedApplication {
  id: string
  tempNo: string
  instanceId: string
}
type Applicant = Pick<Resident, 'actor'>

export const at = (date: string, clock: string): string => `${date}T${clock}:00+08:00`
/** From 18:00 of a day until noon, this many nights later. */
export const nights = (from: string, n: number): Pick<TempForm, 'from' | 'to'> => ({ from: at(from, '18:00'), to: at(addDays(from, n), '12:00') })
export const form = (span: Pick<TempForm, 'from' | 'to'>, more: Partial<TempForm> = {}): TempForm => ({
  ...span,
  placeType: 'home',
  address: '贵阳市云岩区中华北路 12 号',
  contactName: '周建国',
  contactPhone: '13912345678',
  guardianInformed: true,
  reason: '家里有事，回家住',
  ...more,
})
/** The school of stays with two women of 软件2301 in a room of 兰苑1栋 and a man in 竹苑2栋. */
export interface TempSchool extends StaySchool {
  told: (event: string) => Promise<SentNotification[]>
  mei: Resident
  yun: Resident
  hao: Resident
  apply(who: Applicant, given: TempForm): Promise<Answer<CreatedApplication>>
  applied(who: Applicant, given: TempForm): Promise<CreatedApplication>
  /** Applied for and approved by the counsellor; returns its id. */
  agreed(who: Applicant, given: TempForm): Promise<string>
  row(id: string): Promise<Row<typeof tempLocation>>
  presence(who: { id: string }, night: string): Promise<ExpectedPresence | undefined>
  /** Clears open applications for the next test. */
  clear(): Promise<unknown>
}
type Applicants = Pick<TempSchool, 'mei' | 'yun' | 'hao'>
export const tempSchool = fixture('temporary locations', staySchool, applicants, withTemps)

async function applicants(s: StaySchool): Promise<Applicants> {
  await termAround(s)
  const [mei, yun] = (await housed(s, '2', 2)) as [Resident, Resident]
  const [hao] = (await housed(s, '1', 1)) as [Resident]
  return { mei, yun, hao }
}
function withTemps(s: StaySchool & Applicants): TempSchool {
  const apply = (who: Applicant, given: TempForm) => who.actor.post<CreatedApplication>('dorm/tempLocation/apply', given)
  async function applied(who: Applicant, given: TempForm): Promise<CreatedApplication> {
    const answer = await apply(who, given)
    if (answer.code !== 200) throw new Error(`${answer.code} ${answer.msg}`)
    return answer.data
  }
  return {
    ...s,
    told: captureNotifications(s.server),
    ...{ apply, applied },
    async agreed(who, given) {
      const made = await applied(who, given)
      const answer = await approveAs(s.fdy, made.instanceId)
      if (answer.code !== 200) throw new Error(answer.msg)
      return made.id
    },
    row: id => s.db.unscoped(tempLocation).one(id),
    presence: async (who, night) => (await expectedPresence(s.db, night, { studentIds: [who.id] })).get(who.id),
    clear: () => s.db.query(sql`update temp_location set state = 'cancelled' where tenant_id = ${s.tenantId}`),
  }
}
