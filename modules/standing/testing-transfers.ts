import sql from 'sql-template-tag'
import type { OutputOf, Row } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { followNotices } from '#modules/workflow/notices/server/jobs.ts'
import { fixture } from '#testing/fixture.ts'
import { sheet, upload } from '#testing/roster.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { serial } from '#testing/serial.ts'
import { statusChange } from './changes/model/status-change.ts'
import { day, type Pupil, type StandingSchool, standingSchool } from './testing.ts'
import type { applyTransfer, importScores, myTransferBatches, publiciseTransfers, rankTransfers, transferCandidates } from './transfers/model/actions.ts'
import { majorTransferBatch, outOf } from './transfers/model/batch.ts'

const BATCH = 'standing/majorTransferBatch'
const inHours = (n: number): string => new Date(Date.now() + n * HOUR_MS).toISOString()
type Seats = Readonly<Record<string, number>>
/** A standing school with the college of art, which takes in. */
export interface TransferSchool extends StandingSchool {
  art: Actor
  /** A student, so that there is an audience. */
  first: Pupil
  /** A published batch with these places by grade-major, and these limits for leaving one. */
  batch(seats: Seats, more?: Record<string, unknown>, out?: Seats): Promise<string>
  row(id: string): Promise<Row<typeof majorTransferBatch>>
  apply(who: Actor, batchId: string, choices: readonly string[]): Promise<Answer<OutputOf<typeof applyTransfer>>>
  mine(who: Actor): Promise<OutputOf<typeof myTransferBatches>[]>
  /** An application that was approved by all four, written as such. */
  applicant(batchId: string, choices: readonly string[], score: number | null, given?: Record<string, unknown>): Promise<Pupil & { changeId: string }>
  score(by: Actor, batchId: string, lines: ReadonlyArray<readonly [no: string, score: string | number]>): Promise<Answer<OutputOf<typeof importScores>>>
  candidates(by: Actor, batchId: string): Promise<OutputOf<typeof transferCandidates>[]>
  closeBatch(batchId: string): Promise<void>
  rank(batchId: string): Promise<Answer<OutputOf<typeof rankTransfers>>>
  publicise(batchId: string): Promise<Answer<OutputOf<typeof publiciseTransfers>>>
  /** Lets all notices of the batch come to their end. */
  endNotice(batchId: string): Promise<void>
  effect(batchId: string): Promise<number>
  used(batchId: string): Promise<Record<string, [used: number, issued: number]>>
}
export const transferSchool = fixture(
  'transfers',
  standingSchool,
  async (s: StandingSchool) => ({ art: await s.as({ roles: ['college'], departmentId: s.ids.art, nickName: '艺术学院' }), first: await s.pupil() }),
  (s): TransferSchool => ({ ...s, ...withBatches(s) }),
)
function withBatches(s: StandingSchool): Omit<TransferSchool, keyof StandingSchool | 'art' | 'first'> {
  const act = async <T>(verb: string, body: object): Promise<T> => {
    const answer = await s.officer.post<T>(`${BATCH}/${verb}`, body)
    if (answer.code !== 200) throw new Error(`${verb}: ${answer.msg}`)
    return answer.data
  }
  return {
    async batch(seats, more = {}, out = {}) {
      const draft = {
        name: `转专业${serial('batch')}`,
        beginTime: inHours(-1),
        endTime: inHours(100),
        audience: { roles: ['student'] },
        atEnd: 'stay',
        effectiveDate: day(20),
        ...more,
      }
      const { id } = await act<{ id: string }>('add', { ownerDepartmentId: s.ids.info, ...draft })
      const holders = [...Object.entries(seats), ...Object.entries(out).map(([holder, n]) => [outOf(holder), n] as const)]
      await act('allot', { id, reason: '按计划', quotas: holders.map(([holder, issued]) => ({ holder, was: 0, issued })) })
      await act('publish', { id })
      return id
    },
    row: id => s.db.unscoped(majorTransferBatch).one(id),
    apply: (who, batchId, choices) => who.post(`${BATCH}/apply`, { batchId, choices, reasonText: '一直喜欢设计，已自学两年课程' }),
    mine: async who => (await who.get<OutputOf<typeof myTransferBatches>[]>(`${BATCH}/mine`)).data,
    async applicant(batchId, choices, score, given) {
      const pupil = await s.pupil(given)
      const { classId, departmentId, gradeMajorId } = await s.record(pupil.id)
      const { id } = await s.db.insert(statusChange, {
        ...{ changeNo: `Z${String(serial('transfer')).padStart(8, '0')}`, studentId: pupil.id, departmentId, classId, typeId: s.types.majorTransfer as string, reasonCode: '23' },
        ...{ effectiveDate: (await s.db.unscoped(majorTransferBatch).one(batchId)).effectiveDate, state: 'approved', isTransfer: true, batchId, choices: [...choices] },
        ...{ assessScore: score, fromStatus: 'active', toStatus: 'active', fromClassId: classId, fromGradeMajorId: gradeMajorId },
      })
      return { ...pupil, changeId: id }
    },
    async score(by, batchId, lines) {
      const file = await sheet(
        ['学号', '姓名', '考核成绩'],
        lines.map(([no, score]) => [no, '', score]),
      )
      const sent = await upload<{ fileId: string }>(by, 'oss/oss/endpoint/put-file', file, '成绩.xlsx')
      return by.post(`${BATCH}/score`, { id: batchId, file: [sent.data.fileId] })
    },
    candidates: async (by, batchId) => (await by.get<OutputOf<typeof transferCandidates>[]>(`${BATCH}/candidates`, { id: batchId })).data,
    closeBatch: batchId => act('close', { id: batchId, reason: '申请结束' }),
    rank: batchId => s.officer.post(`${BATCH}/rank`, { id: batchId }),
    publicise: batchId => s.officer.post(`${BATCH}/publicise`, { id: batchId }),
    async endNotice(batchId) {
      await s.db.query(sql`update public_notice set begin_at = now() - interval '300 hours', end_at = now() - interval '1 hour' where round_id = ${batchId} and state = 'running'`)
      await followNotices(s.db)
      await s.server.settle()
    },
    async effect(batchId) {
      const { count } = await act<{ count: number }>('effect', { id: batchId })
      await s.server.settle()
      return count
    },
    async used(batchId) {
      const rows = await s.db.query<{ holder: string; used: number; issued: number }>(sql`select holder, used, issued from seat_balance where round_id = ${batchId} and issued > 0`)
      return Object.fromEntries(rows.map(r => [r.holder, [r.used, r.issued]]))
    },
  }
}
