import sql from 'sql-template-tag'
import { today } from '#server/base/today.ts'
import type { Actor } from '#testing/school.ts'
import { advisorLog } from './model/advisor-log.ts'
import { ok, type Pupil, reviewOf, type SocietySchool } from './testing.ts'

export const REPORT = '今年开展了读书会和讲座，下一年要多请校外的人来。'
export interface Group {
  id: string
  head: Pupil
  members: Pupil[]
}
export interface Shown {
  id: string
  society: string
  place: number | null
  grade: string | null
  star: number | null
  total: number | null
  faults: string[]
  isOpen: boolean
  scores: Array<{ item: string; score: number | null }>
}
interface Mine {
  reviews: Shown[]
  ratings: Array<{ id: string; society: string; stars: number | null }>
}
export type Reviewing = ReturnType<typeof reviewing>
/** What tests of the yearly review do with its societies. */
export const reviewing = (s: SocietySchool) => ({
  /** A society with a head, a deputy and two members. */
  async group(more = {}): Promise<Group> {
    const id = await s.society(more)
    const [head, deputy, one, two] = [await s.pupil(), await s.pupil(), await s.pupil(), await s.pupil()]
    await s.enter(id, head, 'head')
    await s.enter(id, deputy, 'deputy')
    await s.enter(id, one)
    await s.enter(id, two)
    return { id, head, members: [head, deputy, one, two] }
  },
  guided: (societyId: string, hours: number) => s.db.insert(advisorLog, { societyId, teacherId: s.ids.he, date: today(), hours, content: '参加社团活动' }),
  report: async (who: Pupil, roundId: string, societyId: string) =>
    who.actor.post('society/societyReview/report', { id: (await reviewOf(s, roundId, societyId)).id, selfText: REPORT }),
  rate: async (who: Pupil, roundId: string, societyId: string, stars: number) =>
    who.actor.post('society/societyReview/rate', { id: (await reviewOf(s, roundId, societyId)).id, stars }),
  mine: async (who: Pupil): Promise<Mine> => ok(await who.actor.get<Mine>('society/societyReview/mine')),
  /** Only the societies of one test are reviewed. */
  alone: (...ids: readonly string[]) => s.db.query(sql`update society set state = 'dissolved' where tenant_id = ${s.tenantId} and id <> all(${[...ids]}::uuid[])`),
  act: (verb: string, id: string, by: Actor = s.league) => by.post<{ count: number }>(`society/societyReviewRound/${verb}`, { id }),
})
