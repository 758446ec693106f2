import type { OutputOf } from '#model'
import { addDays } from '#modules/campus/model/days.ts'
import { captureNotifications, type SentNotification } from '#testing/capture-notifications.ts'
import { fixture } from '#testing/fixture.ts'
import type { Actor, Answer } from '#testing/school.ts'
import type { destinationTask, ownDestinations } from './model/holiday-actions.ts'
import { at, departmentsOfStudents, hoursFromNow, type OutingSchool, outingSchool } from './testing.ts'

/** The school of trips with one more student, of another class, and open holiday plans. */
export interface HolidaySchool extends OutingSchool {
  told: (event: string) => Promise<SentNotification[]>
  away: { id: string; actor: Actor }
  /** The first day of every holiday: the Monday after next. */
  from: string
  /** A draft holiday plan; returns its id. */
  plan(more?: Record<string, unknown>, who?: Actor): Promise<string>
  published(more?: Record<string, unknown>, who?: Actor): Promise<string>
  act(verb: string, id: string, more?: Record<string, unknown>, who?: Actor): Promise<Answer<{ count: number; id: string }>>
  /** Default: going home. */
  answer(planId: string, more?: Record<string, unknown>, who?: Actor): Promise<Answer<{ id: string; version: number }>>
  mine(planId: string): Promise<OutputOf<typeof ownDestinations.mine> | undefined>
  board(planId: string, who?: Actor): Promise<OutputOf<typeof destinationTask.board>>
}
export const holidaySchool = fixture(
  'outing holidays',
  outingSchool,
  async (s: OutingSchool) => {
    const away = await s.newStudent(s.ids.a2301, '孙悦')
    await departmentsOfStudents(s)
    return { away, from: addDays(s.monday, 7) }
  },
  withPlans,
)
function withPlans(s: OutingSchool & Pick<HolidaySchool, 'away' | 'from'>): HolidaySchool {
  const { from } = s
  let n = 0
  const draft = (more: Record<string, unknown>) => ({
    name: `国庆${++n}`,
    beginTime: hoursFromNow(-1),
    endTime: hoursFromNow(100),
    audience: { roles: ['student'] },
    kind: 'short',
    holidayFrom: from,
    holidayTo: addDays(from, 7),
    ownerDepartmentId: s.ids.info,
    ...more,
  })
  const home = (more: Record<string, unknown>) => ({
    choice: 'home',
    leaveAt: at(from, '09:00'),
    backPlanned: at(addDays(from, 6), '18:00'),
    cantonCode: '110101',
    transport: 'train',
    tripNo: 'G102',
    ...more,
  })
  const act: HolidaySchool['act'] = (verb, id, more = {}, who = s.officer) => who.post(`outing/holidayPlan/${verb}`, { id, ...more })
  async function plan(more: Record<string, unknown> = {}, who: Actor = s.officer): Promise<string> {
    const answer = await who.post<{ id: string }>('outing/holidayPlan/add', draft(more))
    if (answer.code !== 200) throw new Error(answer.msg)
    return answer.data.id
  }
  return {
    ...s,
    ...{ act, plan },
    told: captureNotifications(s.server),
    async published(more = {}, who = s.officer) {
      const id = await plan(more, who)
      const answer = await act('publish', id, {}, who)
      if (answer.code !== 200) throw new Error(answer.msg)
      return id
    },
    answer: (planId, more = {}, who = s.me) => who.post('outing/holidayDestination/answer', { planId, ...home(more) }),
    mine: async planId => (await s.me.get<OutputOf<typeof ownDestinations.mine>[]>('outing/holidayDestination/mine')).data.find(p => p.planId === planId),
    board: async (planId, who = s.officer) => (await who.get<OutputOf<typeof destinationTask.board>>('outing/holidayDestination/board', { id: planId })).data,
  }
}
