import type { Row } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { student } from '#modules/student/model/student.ts'
import { draftOf, type SmallSchool, selfOf, smallSchool } from '#modules/student/testing.ts'
import { publicNotice } from '#modules/workflow/notices/model/notice.ts'
import { followNotices } from '#modules/workflow/notices/server/jobs.ts'
import { today } from '#server/base/today.ts'
import { fixture } from '#testing/fixture.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { graduationAudit } from './audit/model/audit.ts'
import { graduationBatch } from './audit/model/batch.ts'
import { graduationItem, graduationMark } from './audit/model/item.ts'

export interface Pupil {
  id: string
  actor: Actor
}
export type Audit = Row<typeof graduationAudit>
/** A school whose students of grade 2023 graduate. */
export interface GraduationSchool extends SmallSchool {
  fdy: Actor
  college: Actor
  officer: Actor
  academicId: string
  pupil(given?: Record<string, unknown>): Promise<Pupil>
  /** The school's academic result. */
  passes(pupil: Pupil, isMet: boolean, value?: string): Promise<unknown>
  /** What a batch of these students is made of. */
  draft(pupils: readonly Pupil[], more?: Record<string, unknown>): Record<string, unknown>
  /** The same, published; returns its id. */
  published(pupils: readonly Pupil[], more?: Record<string, unknown>): Promise<string>
  audit(batchId: string, pupil: Pupil): Promise<Audit>
  record(id: string): Promise<Row<typeof student>>
  /** Decided by the college as suggested, or as given, approved, and past its notice. */
  confirmed(batchId: string): Promise<void>
}
export const day = (days: number): string => addDays(today(), days)
const inHours = (n: number): string => new Date(Date.now() + n * HOUR_MS).toISOString()
export const graduationSchool = fixture(
  'graduation',
  smallSchool,
  async (school: SmallSchool) => {
    const { ids, db } = school
    const fdy = await school.as({ roles: ['fdy'], teacherId: ids.lin, departmentId: ids.info, nickName: '林知夏' })
    const college = await school.as({ roles: ['college'], departmentId: ids.info, nickName: '陈书记' })
    const officer = await school.as({ roles: ['officer'], nickName: '李主任' })
    const academic = await db.unscoped(graduationItem).find({ code: 'academic', use: 'audit' })
    return { fdy, college, officer, academicId: academic?.id ?? '' }
  },
  (school): GraduationSchool => ({ ...school, ...withBatches(school) }),
)
const draft: GraduationSchool['draft'] = (pupils, more = {}) => ({
  ...{ name: '2026 届毕业', beginTime: inHours(-1), endTime: inHours(100), certDate: today(), includesLate: false },
  ...{ audience: { userIds: pupils.map(p => p.actor.userId) }, noticeLevel: 'school', noticeWorkdays: 1, ...more },
})
type SchoolBase = SmallSchool & Pick<GraduationSchool, 'officer' | 'college' | 'academicId'>
function withBatches(s: SchoolBase): Omit<GraduationSchool, keyof SchoolBase | 'fdy'> {
  return {
    async pupil(given = {}) {
      const made = await s.officer.post<{ id: string }>('base/student/add', draftOf(s.ids.s2301, { enrolDate: day(-3 * 366), ...given }))
      return { id: ok(made).id, actor: await selfOf(s, ok(made).id) }
    },
    passes: (pupil, isMet, value) => s.db.upsert(graduationMark, ['itemId', 'studentId'], [{ itemId: s.academicId, studentId: pupil.id, isMet, value: value ?? null }]),
    draft,
    async published(pupils, more) {
      const { id } = ok(await s.officer.post<{ id: string }>('graduation/graduationBatch/add', draft(pupils, more)))
      ok(await s.officer.post('graduation/graduationBatch/publish', { id }))
      return id
    },
    audit: async (batchId, { id }) => (await s.db.unscoped(graduationAudit).find({ batchId, studentId: id })) as Audit,
    record: id => s.db.unscoped(student).one(id),
    async confirmed(batchId) {
      ok(await s.college.post('graduation/graduationAudit/decide', { batchId }))
      ok(await s.officer.post('graduation/graduationAudit/approve', { batchId }))
      ok(await s.officer.post('graduation/graduationAudit/publicise', { batchId }))
      await endNotices(s)
    },
  }
}
/** Lets all running notices come to their end. */
export async function endNotices(s: SmallSchool): Promise<void> {
  await s.db.updateWhere(publicNotice, { state: 'running' }, { endAt: new Date(Date.now() - 1000).toISOString(), beginAt: inHours(-48) })
  await followNotices(s.db, Date.now())
  await s.server.settle()
}
export function ok<T>(answer: Answer<T>): T {
  if (answer.code !== 200) throw new Error(`${answer.msg} ${JSON.stringify(answer.errors)}`)
  return answer.data
}
export const rulesOf = (answer: Answer<unknown>): string[] => answer.errors.map(e => e.rule.split('.').at(-1) ?? '')
/** Waits for what runs in the background. */
export async function closed(s: GraduationSchool, batchId: string): Promise<void> {
  for (let n = 0; n < 200; n++) {
    await s.server.settle()
    if ((await s.db.unscoped(graduationBatch).one(batchId)).stage === 'closed') return
    await new Promise(done => setTimeout(done, 25))
  }
  throw new Error('the batch is not closed')
}
