import type { OutputOf, Row } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { type Newcomer, YEAR } from '#modules/admission/testing.ts'
import { gradeMajor } from '#modules/campus/model/organisation.ts'
import { seatBalance } from '#modules/workflow/rounds/model/round-quota.ts'
import { fixture } from '#testing/fixture.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { serial } from '#testing/serial.ts'
import { type WelcomeSchool, welcomeSchool } from '../testing.ts'
import { majorAdjustment } from './model/adjustment.ts'
import type { settle, simulate, takeEffect } from './model/application.ts'

const BATCH = 'welcome/majorAdjustBatch'
const inHours = (n: number): string => new Date(Date.now() + n * HOUR_MS).toISOString()
export interface MajorSchool extends WelcomeSchool {
  /** Grade-majors of the year beside software: of the same college, and of the college of art. */
  net: string
  art: string
  artCollege: Actor
  /** A published batch with these places. */
  batch(seats: Readonly<Record<string, number>>, more?: Record<string, unknown>): Promise<string>
  /** A new student of this category; the others are of the same province. */
  wishing(given?: Record<string, unknown>): Promise<Newcomer>
  apply(who: Newcomer, batchId: string, choices: readonly string[]): Promise<Answer<{ id: string }>>
  /** An application that all have approved, written as such. */
  approved(who: Pick<Newcomer, 'id'>, batchId: string, choices: readonly string[]): Promise<string>
  /** A new student with one. */
  applicant(batchId: string, choices: readonly string[], given?: Record<string, unknown>): Promise<Newcomer & { adjustmentId: string }>
  row(id: string): Promise<Row<typeof majorAdjustment>>
  /** Places of a batch by major: used, and issued. */
  seats(batchId: string): Promise<Record<string, [number, number]>>
  closeBatch(id: string): Promise<Answer<unknown>>
  extendBatch(id: string): Promise<Answer<unknown>>
  simulate(id: string): Promise<Answer<OutputOf<typeof simulate>>>
  settle(id: string): Promise<Answer<OutputOf<typeof settle>>>
  effect(id: string): Promise<Answer<OutputOf<typeof takeEffect>>>
  allot(id: string, holder: string, was: number, issued: number): Promise<Answer<unknown>>
}
export const majorSchool = fixture(
  'majors',
  welcomeSchool,
  async (s: WelcomeSchool) => {
    const place = (name: string, majorId: string, departmentId: string) =>
      s.db.insert(gradeMajor, { name, grade: YEAR, majorId, departmentId, level: '5', duration: 3, campusId: s.campusId })
    const [net, art] = [(await place('2024级网络技术', s.ids.network, s.ids.info)).id, (await place('2024级视觉设计', s.ids.design, s.ids.art)).id]
    const artCollege = await s.as({ roles: ['college'], departmentId: s.ids.art, nickName: '艺术学院' })
    // whom the lines are made by: of physics, from the same province
    for (const [gradeMajorId, totalScore] of [
      [s.ids.gm24, 480],
      [net, 470],
      [art, 460],
    ] as const)
      await s.newcomer({ gradeMajorId, totalScore, category: 'B', batch: '2', planNature: '0', name: '先录' })
    return { net, art, artCollege }
  },
  (s): MajorSchool => {
    const wishing: MajorSchool['wishing'] = given => s.newcomer({ category: 'B', batch: '2', planNature: '0', totalScore: 500, ...given })
    const allot: MajorSchool['allot'] = (id, holder, was, issued) => s.admissions.post(`${BATCH}/allot`, { id, reason: '按计划', quotas: [{ holder, was, issued }] })
    const approved: MajorSchool['approved'] = async (who, batchId, choices) => {
      const { gradeMajorId, departmentId } = await s.onRoll(who.id)
      const { id } = await s.db.insert(majorAdjustment, {
        ...{ studentId: who.id, departmentId, batchId, choices: [...choices], reason: '一直喜欢网络', phone: '13812342071' },
        ...{ fromGradeMajorId: gradeMajorId, provincialFiling: 'no', state: 'approved' },
      })
      return id
    }
    return {
      ...s,
      ...{ wishing, allot },
      async batch(seats, more = {}) {
        const draft = {
          name: `专业调整${serial('majors')}`,
          year: YEAR,
          beginTime: inHours(-1),
          endTime: inHours(100),
          audience: { all: true },
          atEnd: 'stay',
          choices: 2,
          needsFiling: false,
          hasNotice: false,
        }
        const made = await s.admissions.post<{ id: string }>(`${BATCH}/add`, { ...draft, ...more })
        if (made.code !== 200) throw new Error(`${made.msg} ${JSON.stringify(made.errors)}`)
        const { id } = made.data
        for (const [holder, issued] of Object.entries(seats)) await allot(id, holder, 0, issued)
        const sent = await s.admissions.post(`${BATCH}/publish`, { id, confirmGaps: true })
        if (sent.code !== 200) throw new Error(sent.msg)
        return id
      },
      apply: (who, batchId, choices) => who.actor.post('welcome/majorAdjustment/apply', { batchId, choices, reason: '一直喜欢网络，自学过两年', phone: '13812342071' }),
      approved,
      async applicant(batchId, choices, given) {
        const who = await wishing(given)
        return { ...who, adjustmentId: await approved(who, batchId, choices) }
      },
      async seats(batchId) {
        const rows = await s.db.unscoped(seatBalance).all({ roundId: batchId })
        return Object.fromEntries(rows.map(r => [r.holder, [r.used, r.issued]]))
      },
      row: id => s.db.unscoped(majorAdjustment).one(id),
      closeBatch: id => s.admissions.post(`${BATCH}/close`, { id, reason: '申请结束' }),
      extendBatch: id => s.admissions.post(`${BATCH}/extend`, { id, endTime: inHours(200), reason: '再给两天' }),
      simulate: id => s.admissions.post(`${BATCH}/simulate`, { id }),
      settle: id => s.admissions.post(`${BATCH}/settle`, { id }),
      effect: id => s.admissions.post(`${BATCH}/effect`, { id }),
    }
  },
)
