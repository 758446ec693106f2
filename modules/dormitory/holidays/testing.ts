import type { OutputOf, Row } from '#model'
import { captureNotifications, type SentNotification } from '#testing/capture-notifications.ts'
import { fixture } from '#testing/fixture.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { day } from '../places/testing.ts'
import { type StaySchool, staySchool, todoOf } from '../stays/testing.ts'
import { housed, type Resident } from '../stays/testing-residents.ts'
import type { holidayBoard } from './model/closing-actions.ts'
import { holidayStay } from './model/holiday-stay.ts'

export const at = (date: string, clock: string): string => new Date(`${date}T${clock}:00+08:00`).toISOString()
/** Default dates of a holiday. */
export const from = day(2)
export const to = day(12)
export const home = (more: Record<string, unknown> = {}) => ({ choice: 'home', leaveAt: at(from, '09:00'), backPlanned: at(to, '18:00'), cantonCode: '110101', ...more })
export const form = (more: Record<string, unknown> = {}) => ({
  from,
  to,
  reason: 'study',
  guardianName: '周建国',
  guardianPhone: '13912345678',
  commitment: '遵守规定',
  lodging: 'ownBed',
  ...more,
})
/** The school of stays with four women in a room of 兰苑1栋, two in the next, and two men of 竹苑2栋. */
export interface HolidaySchool extends StaySchool {
  told: (event: string) => Promise<SentNotification[]>
  women: Resident[]
  men: Resident[]
  /** A woman by index. */
  who(n: number): Resident
  /** A published holiday plan. */
  plan(more?: Record<string, unknown>): Promise<string>
  /** Default: going home. */
  answer(who: Resident, planId: string, more?: Record<string, unknown>): Promise<Answer<{ id: string; version: number }>>
  apply(who: Resident, planId: string, more?: Record<string, unknown>): Promise<Answer<{ id: string; instanceId: string }>>
  decide(who: Actor, instanceId: string, fields?: Record<string, unknown>, verb?: string): Promise<Answer<unknown>>
  board(planId: string, who?: Actor): Promise<OutputOf<typeof holidayBoard>>
  holidayStay(id: string): Promise<Row<typeof holidayStay>>
}
export const holidaySchool = fixture('dormitory holidays', staySchool, async (s: StaySchool) => ({ women: await housed(s, '2', 6), men: await housed(s, '1', 2) }), withPlans)

function withPlans(s: StaySchool & Pick<HolidaySchool, 'women' | 'men'>): HolidaySchool {
  return {
    ...s,
    told: captureNotifications(s.server),
    who: n => s.women[n] as Resident,
    async plan(more = {}) {
      const draft = {
        name: '寒假',
        beginTime: at(day(-3), '08:00'),
        endTime: at(day(1), '20:00'),
        audience: { roles: ['student'] },
        kind: 'winter',
        holidayFrom: from,
        holidayTo: to,
        stayAllowed: true,
        stayNeedsApproval: true,
      }
      const made = await s.officer.post<{ id: string }>('outing/holidayPlan/add', { ...draft, ...more })
      if (made.code !== 200) throw new Error(made.msg)
      const answer = await s.officer.post('outing/holidayPlan/publish', { id: made.data.id })
      if (answer.code !== 200) throw new Error(answer.msg)
      return made.data.id
    },
    answer: (who, planId, more = {}) => who.actor.post('outing/holidayDestination/answer', { planId, ...home(more) }),
    apply: (who, planId, more = {}) => who.actor.post('dorm/holidayStay/apply', { planId, ...form(more) }),
    async decide(who, instanceId, fields, verb = 'approve') {
      const taskId = await todoOf(who, instanceId)
      if (!taskId) throw new Error('no task')
      return who.post(`workflow/processTask/${verb}`, { taskId, ...(verb === 'reject' ? { opinion: '建议回家' } : {}), ...(fields ? { fields } : {}) })
    },
    board: async (planId, who = s.officer) => (await who.get<OutputOf<typeof holidayBoard>>('dorm/holidayClosing/board', { planId })).data,
    holidayStay: id => s.db.unscoped(holidayStay).one(id),
  }
}
