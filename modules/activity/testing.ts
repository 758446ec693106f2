import sql from 'sql-template-tag'
import type { Row } from '#model'
import { DAY_MS, HOUR_MS } from '#model/days.ts'
import { stuClass } from '#modules/campus/model/organisation.ts'
import { calendarOf, schoolDayAfter } from '#modules/campus/server/api.ts'
import { todoOf } from '#modules/leave/testing.ts'
import { type Pupil, type SignSchool, signSchool } from '#modules/signIn/testing.ts'
import { today } from '#server/base/today.ts'
import { ok } from '#testing/answers.ts'
import { fixture } from '#testing/fixture.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { activity } from './model/activity.ts'
import { type ActivityEnrolment, activityEnrolment } from './model/enrolment.ts'

export { ok, ruleOf } from '#testing/answers.ts'

export const inHours = (n: number): string => new Date(Date.now() + n * HOUR_MS).toISOString()
export interface ActivitySchool extends SignSchool {
  league: Actor
  /** Head of the society, who proposes; not among the other pupils of a test. */
  head: Pupil
  society: string
  /** A moment so many school days ahead. */
  ahead(schoolDays: number, hours?: number): Promise<string>
  draft(more?: object): Promise<Record<string, unknown>>
  propose(by: Actor, more?: object): Promise<Answer<{ id: string }>>
  /** What somebody has to decide about a row. */
  todo(id: string, by: Actor): Promise<string>
  /** The next approvers of a row agree, in turn. */
  agree(id: string, ...by: readonly Actor[]): Promise<void>
  /** Of the society, approved, with its enrolment open. */
  activity(more?: object): Promise<string>
  enrol(who: Actor, activityId: string, more?: object): Promise<Answer<{ state: string; position: number | null }>>
  enrolled(activityId: string, who: Pupil): Promise<ActivityEnrolment>
  planned(id: string): Promise<Row<typeof activity>>
}
/** A school with a society that has a head, an advisor, a guidance unit and the league above it. */
export const activitySchool = fixture(
  'activity',
  signSchool,
  async (s: SignSchool) => {
    const league = await s.as({ roles: ['league'] })
    const society = {
      ...{ code: 'S1', name: '天文社', category: 'academic', level: 'school', guidanceUnitId: s.ids.info, advisorId: s.ids.he, purpose: '看星星', joinWay: 'open' },
      foundedOn: today(),
    }
    const { id } = ok(await league.post<{ id: string }>('society/society/add', society))
    const head = await s.newStudent(s.ids.s2301, '社长')
    ok(await league.post('society/societyMember/add', { societyId: id, studentId: head.id, role: 'head' }))
    return { league, head, society: id }
  },
  (s): ActivitySchool => {
    const school: ActivitySchool = {
      ...s,
      async ahead(days, hours = 0) {
        const day = schoolDayAfter(await calendarOf(s.db), today(), days)
        return new Date(Date.parse(`${day}T20:00:00+08:00`) + hours * HOUR_MS).toISOString()
      },
      async draft(more = {}) {
        const [startAt, endAt] = [await school.ahead(4), await school.ahead(4, 2)]
        return {
          ...{ organiserId: s.society, title: '观星夜', summary: '带望远镜', category: 'artsSports', level: 'society', startAt, endAt, place: '操场' },
          ...{ enrolFrom: inHours(-1), enrolTo: inHours(24), quota: 3, waitlist: 10, hours: 2, points: 1, ...more },
        }
      },
      propose: async (by, more) => by.post('activity/activity/propose', await school.draft(more)),
      async todo(id, by) {
        const [found] = await s.db.query<{ id: string }>(sql`select id from process_instance where biz_id = ${id} order by started_at desc limit 1`)
        return (await todoOf(by, found?.id ?? '')) ?? ''
      },
      async agree(id, ...by) {
        for (const who of by) ok(await who.post('workflow/processTask/approve', { taskId: await school.todo(id, who) }))
      },
      async activity(more = {}) {
        const { id } = ok(await school.propose(s.head.actor, more))
        await school.agree(id, s.teacher, s.college, s.league)
        return id
      },
      enrol: (who, activityId, more = {}) => who.post('activity/activityEnrolment/enrol', { activityId, isClashKnown: true, ...more }),
      async enrolled(activityId, who) {
        const row = await s.db.unscoped(activityEnrolment).find({ activityId, studentId: who.id })
        if (!row) throw new Error('not enrolled')
        return row
      },
      planned: id => s.db.unscoped(activity).one(id),
    }
    return school
  },
)
/** Makes a student the monitor of a class. */
export const monitorOf = (s: ActivitySchool, classId: string, studentId: string): Promise<unknown> => s.db.update(stuClass, classId, { monitorId: studentId })
/** Moves an approved activity in time, with its enrolment before it. */
export async function moved(s: ActivitySchool, id: string, startAt: string, lasts = 2 * HOUR_MS): Promise<void> {
  const start = Date.parse(startAt)
  await s.db.update(activity, id, {
    ...{ startAt, endAt: new Date(start + lasts).toISOString() },
    ...{ enrolFrom: new Date(start - 9 * DAY_MS).toISOString(), enrolTo: new Date(start - HOUR_MS / 60).toISOString(), cancelUntil: startAt },
  })
}
interface Offered {
  id: string
  placesLeft: number | null
  waiting: number
  mine: string | null
  position: number | null
  isOpen: boolean
  clash: { what: string; from: string } | null
}
/** An activity as it is offered to a student. */
export const offeredTo = async (id: string, by: Actor): Promise<Offered | undefined> => ok(await by.get<Offered[]>('activity/activityEnrolment/square')).find(a => a.id === id)
