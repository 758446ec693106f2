import sql from 'sql-template-tag'
import type { Row } from '#model'
import { DAY_MS, HOUR_MS } from '#model/days.ts'
import { activity } from '#modules/activity/model/activity.ts'
import { activityEnrolment } from '#modules/activity/model/enrolment.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { approveAs } from '#modules/leave/testing.ts'
import { setParams } from '#modules/message/testing.ts'
import { draftOf, type SmallSchool, selfOf, smallSchool } from '#modules/student/testing.ts'
import { followNotices } from '#modules/workflow/notices/server/jobs.ts'
import { today } from '#server/base/today.ts'
import { studentFactSources } from '#server/extensions/student-facts.ts'
import { ok } from '#testing/answers.ts'
import { fixture } from '#testing/fixture.ts'
import { addRegistration, replaceRegistrations } from '#testing/registrations.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { serial } from '#testing/serial.ts'
import { type Member, type Role, societyMember } from './model/member.ts'
import { type Review, societyReview } from './model/review.ts'
import { USUAL_WEIGHTS } from './model/review-scores.ts'
import { society } from './model/society.ts'

export { ok, ruleOf } from '#testing/answers.ts'

export interface Pupil {
  id: string
  actor: Actor
}
export interface SocietySchool extends SmallSchool {
  officer: Actor
  league: Actor
  college: Actor
  /** Advises all societies unless a test says otherwise. */
  advisor: Actor
  pupil(given?: Record<string, unknown>): Promise<Pupil>
  draft(more?: object): Record<string, unknown>
  /** Whoever joins is in at once, unless `more` says otherwise. */
  society(more?: object): Promise<string>
  enter(societyId: string, who: Pupil, role?: Role): Promise<string>
  join(who: Pupil, societyId: string, note?: string): Promise<Answer<{ state: string }>>
  member(societyId: string, who: Pupil): Promise<Member>
  row(id: string): Promise<Row<typeof society>>
}
/** A small school with a youth league, an office, a guidance unit and an advisor. */
export const societySchool = fixture(
  'society',
  smallSchool,
  async (s: SmallSchool) => {
    await setParams(s, 'society', { advisorMost: 50 })
    return {
      officer: await s.as({ roles: ['officer'] }),
      league: await s.as({ roles: ['league'] }),
      college: await s.as({ roles: ['college'], departmentId: s.ids.info }),
      advisor: await s.as({ roles: ['teacher'], teacherId: s.ids.he, departmentId: s.ids.info }),
    }
  },
  (s): SocietySchool => {
    const school: SocietySchool = {
      ...s,
      async pupil(given = {}) {
        const { id } = ok(await s.officer.post<{ id: string }>('base/student/add', draftOf(s.ids.s2301, given)))
        return { id, actor: await selfOf(s, id) }
      },
      draft: (more = {}) => ({
        ...{ code: `S${serial('society')}`, name: `社团${serial('societyName')}`, category: 'academic', level: 'school', guidanceUnitId: s.ids.info },
        ...{ advisorId: s.ids.he, purpose: '一起读书', joinWay: 'open', foundedOn: today(), ...more },
      }),
      society: async more => ok(await s.league.post<{ id: string }>('society/society/add', school.draft(more))).id,
      enter: async (societyId, who, role = 'member') => ok(await s.league.post<{ id: string }>('society/societyMember/add', { societyId, studentId: who.id, role })).id,
      join: (who, societyId, note) => who.actor.post('society/societyMember/join', { societyId, ...(note && { note }) }),
      async member(societyId, who) {
        const row = await s.db.unscoped(societyMember).find({ societyId, studentId: who.id })
        if (!row) throw new Error('no member')
        return row
      },
      row: id => s.db.unscoped(society).one(id),
    }
    return school
  },
)
export const inHours = (n: number): string => new Date(Date.now() + n * HOUR_MS).toISOString()
/** Up to the day of the call: a test may run over midnight. */
export const period = () => ({ periodFrom: addDays(today(), -300), periodTo: today() })
/** A published round of review, open now. */
export async function openReview(s: SocietySchool, more: object = {}): Promise<string> {
  const draft = {
    name: `年审${serial('review')}`,
    beginTime: inHours(-1),
    endTime: inHours(20),
    audience: { roles: ['student'] },
    ...period(),
    weights: USUAL_WEIGHTS,
    noticeWorkdays: 1,
  }
  const { id } = ok(await s.league.post<{ id: string }>('society/societyReviewRound/add', { ...draft, ...more }))
  ok(await s.league.post('society/societyReviewRound/publish', { id, confirmGaps: true }))
  return id
}
export async function reviewOf(s: SocietySchool, roundId: string, societyId: string): Promise<Review> {
  const row = await s.db.unscoped(societyReview).find({ roundId, societyId })
  if (!row) throw new Error('no review')
  return row
}
/** Activities that a society held and settled, with these students present. */
export async function heldBy(s: SocietySchool, societyId: string, n: number, present: readonly Pupil[] = []): Promise<void> {
  const at = (hours: number) => inHours(-48 + hours)
  for (let i = 0; i < n; i++) {
    const { id } = await s.db.insert(activity, {
      ...{
        title: `活动${serial('held')}`,
        summary: '已经办过',
        category: 'artsSports',
        level: 'society',
        startAt: at(0),
        endAt: at(2),
        enrolFrom: at(-9),
        enrolTo: at(-1),
        online: true,
      },
      ...{ organiserType: 'society', societyId, applicantId: s.league.userId, ownerDepartmentId: s.ids.info, hours: 2, points: 1, signRule: 'in', state: 'settled' },
    } as never)
    const drafts = present.map((p, seq) => ({ activityId: id, studentId: p.id, seq: seq + 1, state: 'present' as const, enrolledAt: at(-2) }))
    await s.db.insertMany(activityEnrolment, drafts as never, { history: false })
  }
}
/** Ends the answers of a round, counts it, and has every approver agree. */
export async function countedReview(s: SocietySchool, roundId: string): Promise<void> {
  ok(await s.league.post('society/societyReviewRound/close', { id: roundId, reason: '自评结束' }))
  ok(await s.league.post('society/societyReviewRound/count', { id: roundId }))
}
export async function agreeToReview(s: SocietySchool, reviewId: string, by: readonly Actor[] = [s.advisor, s.college, s.league]): Promise<void> {
  const [found] = await s.db.query<{ id: string }>(sql`select id from process_instance where biz_id = ${reviewId} order by started_at desc limit 1`)
  for (const who of by) ok(await approveAs(who, found?.id ?? null))
}
/** All notices that run now end. */
export async function noticesEnd(s: SocietySchool): Promise<void> {
  await followNotices(s.db, Date.now() + 60 * DAY_MS)
  await s.server.settle()
}
/** Ranks, failed courses and bars of other modules, from what a test keeps. */
export function fakeFacts({ server }: Pick<SmallSchool, 'server'>): { ranks: Record<string, number>; failed: Record<string, number>; barred: Set<string> } {
  const ranks: Record<string, number> = {}
  const failed: Record<string, number> = {}
  const barred = new Set<string>()
  const { registry } = server.core
  replaceRegistrations(
    registry,
    studentFactSources,
    registry.of(studentFactSources).filter(source => source.code !== 'discipline' && source.code !== 'cqa'),
  )
  addRegistration(registry, studentFactSources, {
    code: 'cqa',
    label: '学业成绩',
    permission: 'society:society:list',
    facts: { studyRankShare: { label: '学业排名前', type: 'number', unit: '%' }, failed: { label: '不及格课程', type: 'number', unit: '门' } },
    values: (db, students) => sql`select coalesce(r.k, f.k)::uuid as id, r.v::float8 as "studyRankShare", f.v::float8 as failed
      from jsonb_each_text(${JSON.stringify(ranks)}::jsonb) r(k, v) full join jsonb_each_text(${JSON.stringify(failed)}::jsonb) f(k, v) on f.k = r.k
      where coalesce(r.k, f.k)::uuid in (${students}) and ${db.me.tenantId}::uuid is not null`,
  })
  addRegistration(registry, studentFactSources, {
    code: 'discipline',
    label: '违纪处分',
    permission: 'society:society:list',
    facts: { barsOffices: { label: '影响担任学生干部', type: 'bool', otherwise: false } },
    values: (db, students) => sql`select x.id, true as "barsOffices" from unnest(${[...barred]}::uuid[]) x(id) where x.id in (${students}) and ${db.me.tenantId}::uuid is not null`,
  })
  return { ranks, failed, barred }
}
