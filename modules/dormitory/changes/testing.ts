import sql from 'sql-template-tag'
import type { InputOf, Row } from '#model'
import { today } from '#server/base/today.ts'
import { captureEvents } from '#testing/capture-events.ts'
import { captureNotifications, type SentNotification } from '#testing/capture-notifications.ts'
import { fixture } from '#testing/fixture.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { day } from '../places/testing.ts'
import { dormStay } from '../stays/model/stay.ts'
import { approveAs, type StaySchool, staySchool } from '../stays/testing.ts'
import { housed, type Resident, termAround } from '../stays/testing-residents.ts'
import type { changeApplication } from './model/application.ts'
import { dormChange } from './model/dorm-change.ts'

export type ChangeForm = InputOf<typeof changeApplication.apply>
interface CreatedChange {
  id: string
  changeNo: string
  state: string
  instanceId: string
}
export const form = (to: Partial<ChangeForm>, more: Partial<ChangeForm> = {}): ChangeForm => ({
  type: 'move',
  reason: 'study',
  detail: '离自习室近一些',
  effectiveDate: day(3),
  ...to,
  ...more,
})
export const swapWith = (peer: Resident, more: Partial<ChangeForm> = {}): ChangeForm => form({ type: 'swap', peerNo: peer.studentNo, peerName: peer.name }, more)
/** The school of stays with students who change rooms: rooms 101 and 102 of 兰苑1栋 are full or nearly, 103 is empty. */
export interface ChangeSchool extends StaySchool {
  told: (event: string) => Promise<SentNotification[]>
  /** `changed` events received. */
  moved: Array<Record<string, unknown>>
  /** Women of 软件2301 in 101, one bed after another; one of 102; a man in 竹苑2栋. */
  mei: Resident
  yun: Resident
  lan: Resident
  hao: Resident
  /** A bed of 兰苑1栋 by index. */
  bed(n: number): string
  apply(who: Resident, given: ChangeForm): Promise<Answer<CreatedChange>>
  applied(who: Resident, given: ChangeForm): Promise<CreatedChange>
  row(id: string): Promise<Row<typeof dormChange>>
  instanceOf(id: string): Promise<string>
  /** Approved by counsellor and manager; nobody else is needed within one's own college. */
  agreed(id: string): Promise<void>
  answer(who: Resident, id: string, agrees: boolean): Promise<Answer<{ state: string }>>
  execute(by: Actor, ...ids: string[]): Promise<Answer<{ done: number }>>
  /** Kind, state and bed of each, by date. */
  openStays(who: Resident): Promise<string[][]>
  livesIn(who: Resident): Promise<string[]>
  /** Moves the effective date to today. */
  dueToday(id: string): Promise<unknown>
  /** Resets: no applications, the four in their first beds, all others out. */
  clear(): Promise<void>
}
type Movers = Pick<ChangeSchool, 'mei' | 'yun' | 'lan' | 'hao'>
export const changeSchool = fixture('changes', staySchool, movers, withChanges)

async function movers(s: StaySchool): Promise<Movers> {
  await termAround(s)
  const [mei, yun] = (await housed(s, '2', 2)) as [Resident, Resident]
  const [lan] = (await housed(s, '2', 1, 4)) as [Resident]
  const [hao] = (await housed(s, '1', 1)) as [Resident]
  return { mei, yun, lan, hao }
}
function withChanges(s: StaySchool & Movers): ChangeSchool {
  const { db, tenantId } = s
  const apply = (who: Resident, given: ChangeForm) => who.actor.post<CreatedChange>('dorm/dormChange/apply', given)
  const instanceOf = async (id: string) =>
    (await db.query<{ id: string }>(sql`select id from process_instance where tenant_id = ${tenantId} and biz_id = ${id} order by started_at desc limit 1`))[0]?.id ?? ''
  return {
    ...s,
    told: captureNotifications(s.server),
    moved: captureEvents(s.server, 'dormitory.roomChanged'),
    ...{ apply, instanceOf },
    bed: n => s.beds.women[n] as string,
    async applied(who, given) {
      const answer = await apply(who, given)
      if (answer.code !== 200) throw new Error(`${answer.code} ${answer.msg}`)
      return answer.data
    },
    row: id => db.unscoped(dormChange).one(id),
    async agreed(id) {
      const instanceId = await instanceOf(id)
      for (const by of [s.fdy, s.manager]) {
        const answer = await approveAs(by, instanceId)
        if (answer.code !== 200) throw new Error(answer.msg)
      }
    },
    answer: (who, id, agrees) => who.actor.post('dorm/dormChange/answer', { id, agrees }),
    execute: (by, ...ids) => by.post('dorm/dormChange/execute', { ids }),
    openStays: async who => (await db.unscoped(dormStay).all({ studentId: who.id, isOpen: true }, { sort: ['plannedIn'] })).map(x => [x.kind, x.state, x.bedId]),
    livesIn: async who => (await db.unscoped(dormStay).all({ studentId: who.id, state: 'checkedIn' })).map(x => x.bedId),
    dueToday: id => db.update(dormChange, id, { effectiveDate: today() }),
    async clear() {
      await db.query(sql`update dorm_change set state = 'cancelled', end_note = 'test' where tenant_id = ${tenantId} and state <> 'cancelled'`)
      await db.query(sql`update process_instance set state = 'cancelled' where tenant_id = ${tenantId} and state in ('pending', 'returned')`)
      await db.query(sql`update dorm_stay set is_open = false, check_out_at = case when check_in_at is not null then now() end, state = case when check_in_at is null then 'cancelled' else 'checkedOut' end
        where tenant_id = ${tenantId} and is_open`)
      await backInTheirBeds(s, [s.mei, s.yun, s.lan, s.hao])
    },
  }
}
/** Moves students back to their first beds. */
export const backInTheirBeds = (s: StaySchool, people: readonly Resident[]): Promise<unknown> =>
  s.db.query(
    sql`update dorm_stay s set is_open = true, check_out_at = null, check_out_reason = null, state = 'checkedIn' where s.tenant_id = ${s.tenantId} and s.id = any(${people.map(p => p.stayId)}::uuid[])`,
  )
