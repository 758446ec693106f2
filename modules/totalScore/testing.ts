import type { Row } from '#model'
import { type SignSchool, signSchool } from '#modules/signIn/testing.ts'
import { today } from '#server/base/today.ts'
import { ok } from '#testing/answers.ts'
import { fixture } from '#testing/fixture.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { serial } from '#testing/serial.ts'
import { pointAccount, pointEntry } from './model/ledger.ts'

export { ok, ruleOf } from '#testing/answers.ts'

interface CreatedRow {
  id: string
}
export interface PointSchool extends SignSchool {
  /** An item of the scheme of conduct. */
  itemId: string
  conductId: string
  creditId: string
  /** A category of each scheme. */
  disciplineId: string
  volunteerId: string
  item(more?: object): Promise<string>
  /** Records points as the counsellor does, one batch each. */
  record(who: readonly string[], itemId: string, more?: object, by?: Actor, how?: 'record' | 'assigned'): Promise<Answer<{ people: number; over: number; undoUntil: string }>>
  entries(studentId: string, itemId?: string): Promise<Array<Row<typeof pointEntry>>>
  account(studentId: string, schemeId?: string): Promise<Row<typeof pointAccount> | undefined>
}
/** A school with a scheme of conduct and one of credits, both in use, and items as tests ask for them. */
export const pointSchool = fixture(
  'totalScore',
  signSchool,
  async (s: SignSchool) => {
    const add = async (of: string, draft: object) => ok(await s.officer.post<CreatedRow>(`totalScore/${of}/add`, draft as Record<string, unknown>)).id
    const conductId = await add('tsScheme', { name: '操行分', kind: 'conduct', period: 'term', baseScore: 100, minScore: 0, maxScore: 110 })
    const creditId = await add('tsScheme', { name: '第二课堂', kind: 'credit', period: 'study', baseScore: 0, pointsPerCredit: 10 })
    const disciplineId = await add('tsCategory', { schemeId: conductId, name: '纪律', position: 1 })
    const volunteerId = await add('tsCategory', { schemeId: creditId, name: '志愿公益', growthCategory: 'volunteer', requiredMin: 5, cap: 20, position: 1 })
    const common = { direction: 'add', pointsMin: 1, pointsMax: 5, unit: 'once', isEnabled: true }
    const itemId = await add('tsItem', { ...common, schemeId: conductId, categoryId: disciplineId, code: 'K1', name: '好人好事' })
    await add('tsItem', { ...common, schemeId: creditId, categoryId: volunteerId, code: 'V1', name: '志愿服务' })
    for (const id of [conductId, creditId]) ok(await s.officer.post('totalScore/tsScheme/activate', { id }))
    return { itemId, conductId, creditId, disciplineId, volunteerId }
  },
  (s): PointSchool => ({
    ...s,
    item: async (more = {}) => {
      const draft = {
        ...{ schemeId: s.conductId, categoryId: s.disciplineId, code: `T${serial('tsItem')}`, name: '测试项目', direction: 'add', pointsMin: 1, pointsMax: 20 },
        ...{ unit: 'once', isEnabled: true, ...more },
      }
      return ok(await s.officer.post<CreatedRow>('totalScore/tsItem/add', draft)).id
    },
    record: (who, itemId, more = {}, by = s.fdy, how = 'record') =>
      by.post(`totalScore/pointEntry/${how}`, { batchId: crypto.randomUUID(), itemId, studentIds: [...who], occurredOn: today(), points: 1, ...more }),
    entries: (studentId, itemId) => s.db.unscoped(pointEntry).all({ studentId, ...(itemId ? { itemId } : {}) }, { sort: ['createdAt'] }),
    account: (studentId, schemeId = s.conductId) => s.db.unscoped(pointAccount).find({ studentId, schemeId }),
  }),
)
