import sql from 'sql-template-tag'
import type { OutputOf, Row } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { followNotices } from '#modules/workflow/notices/server/jobs.ts'
import { fixture } from '#testing/fixture.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { serial } from '#testing/serial.ts'
import { type HardshipSchool, hardshipSchool } from '../testing.ts'
import type { confirmLevels } from './model/actions.ts'
import { DEFAULT_FLOORS, DEFAULT_ITEMS, DEFAULT_THRESHOLDS } from './model/default-model.ts'
import { aidRecognition } from './model/recognition.ts'

const inHours = (n: number): string => new Date(Date.now() + n * HOUR_MS).toISOString()
/** A household of three with 18,000 yuan a year, told completely. */
export const SURVEY = {
  ...{ homeCanton: '110101', homeAddress: '东城区某街 1 号', parentPhone: '13900001111', householdSize: 3, studyingCount: 1, supportCount: 1 },
  members: [
    { name: '周父', relation: '51', age: 48, job: '务工', workStatus: '24', health: null, income: 1_200_000 },
    { name: '周母', relation: '52', age: 46, job: '务农', workStatus: '27', health: null, income: 600_000 },
  ],
  ...{ annualIncome: 1_800_000, housing: 'own', assets: ['none'], loanThisYear: false, specialGroups: [], proofs: [] },
  answers: [{ key: 'fees', option: 'part' }],
}
export interface RecognitionSchool extends HardshipSchool {
  modelId: string
  /** A draft of a batch in a year that nobody else has. */
  draft(more?: object): object
  /** A published batch that takes applications. */
  batch(more?: object): Promise<string>
  /** A student with an account of their own. */
  person(name: string, classId?: string): Promise<{ id: string; self: Actor; name: string }>
  save(by: Actor, more?: object): Promise<Answer<{ missing: string[] }>>
  apply(by: Actor, batchId: string, promise: string, more?: object): Promise<Answer<{ id: string; recognitionNo: string }>>
  /** Saves a survey and applies; answers the id of the application. */
  applied(batchId: string, name: string, survey?: object, classId?: string): Promise<{ id: string; studentId: string; self: Actor }>
  row(id: string): Promise<Row<typeof aidRecognition>>
  /** Counsellor and college have agreed, written as such. */
  approve(ids: readonly string[]): Promise<void>
  /** Their classes have reviewed them. */
  reviewed(ids: readonly string[]): Promise<void>
  closeBatch(batchId: string): Promise<void>
  confirm(by: Actor, batchId: string, more?: object): Promise<Answer<OutputOf<typeof confirmLevels>>>
  endNotice(batchId: string): Promise<void>
}
export const recognitionSchool = fixture(
  'recognition',
  hardshipSchool,
  async (s: HardshipSchool) => {
    const draft = { name: '认定指标', items: DEFAULT_ITEMS, thresholds: DEFAULT_THRESHOLDS, floors: DEFAULT_FLOORS, indexWeight: 70, reviewWeight: 30 }
    const made = await s.officer.post<{ id: string }>('hardship/indexModel/add', draft)
    if (made.code !== 200) throw new Error(made.msg)
    await s.student('首名学生')
    await s.server.settle()
    return { modelId: made.data.id }
  },
  (s): RecognitionSchool => ({ ...s, ...withBatches(s) }),
)
function withBatches(s: HardshipSchool & { modelId: string }): Omit<RecognitionSchool, keyof HardshipSchool | 'modelId'> {
  const act = async <T>(path: string, body: object): Promise<T> => {
    const answer = await s.officer.post<T>(path, body)
    if (answer.code !== 200) throw new Error(`${path}: ${answer.msg}`)
    return answer.data
  }
  const school = {
    draft(more: object = {}) {
      const year = 2026 + serial('aidBatch')
      return {
        ...{ name: `困难认定${year}`, xn: `${year}-${year + 1}`, beginTime: inHours(-1), endTime: inHours(100), audience: { roles: ['student'] }, atEnd: 'stay' },
        ...{ modelId: s.modelId, levels: ['special', 'hard', 'general'], checkShare: 5, noticeShows: 'names', isBlind: true, ownerDepartmentId: s.ids.info },
        ...more,
      }
    },
    async batch(more: object = {}) {
      const { id } = await act<{ id: string }>('hardship/aidBatch/add', school.draft(more))
      await act('hardship/aidBatch/publish', { id, confirmGaps: true })
      return id
    },
    async person(name: string, classId?: string) {
      const id = await s.student(name, classId)
      return { id, name, self: await s.self(id) }
    },
    save: (by: Actor, more: object = {}) => by.post<{ missing: string[] }>('hardship/aidSurvey/save', { ...SURVEY, ...more }),
    apply: (by: Actor, batchId: string, promise: string, more: object = {}) =>
      by.post<{ id: string; recognitionNo: string }>('hardship/aidRecognition/apply', { batchId, promise, ...more }),
    async applied(batchId: string, name: string, survey: object = {}, classId?: string) {
      const who = await school.person(name, classId)
      const saved = await school.save(who.self, survey)
      const answer = await school.apply(who.self, batchId, name)
      if (answer.code !== 200) throw new Error(`${saved.msg} ${answer.msg}`)
      return { id: answer.data.id, studentId: who.id, self: who.self }
    },
    row: (id: string) => s.db.unscoped(aidRecognition).one(id),
    async approve(ids: readonly string[]) {
      await s.db.updateMany(
        aidRecognition,
        ids.map(id => ({ id, state: 'approved' as const })),
      )
    },
    async reviewed(ids: readonly string[]) {
      await s.db.updateMany(
        aidRecognition,
        ids.map(id => ({ id, reviewScore: 60 })),
      )
    },
    closeBatch: async (id: string) => void (await act('hardship/aidBatch/close', { id, reason: '申请结束' })),
    confirm: (by: Actor, id: string, more: object = {}) => by.post<OutputOf<typeof confirmLevels>>('hardship/aidBatch/confirmLevels', { id, ...more }),
    async endNotice(batchId: string) {
      await s.db.query(sql`update public_notice set begin_at = now() - interval '300 hours', end_at = now() - interval '1 hour' where round_id = ${batchId} and state = 'running'`)
      await followNotices(s.db)
      await s.server.settle()
    },
  }
  return school
}
