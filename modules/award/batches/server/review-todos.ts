import { staffOfAll } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import type { MessageAbout } from '#server/notifications/about.ts'
import { rowTodos } from '#server/notifications/row-todos.ts'
import { awardApplication } from '../model/application-row.ts'
import { awardBatch } from '../model/batch.ts'
import { AWARD_MESSAGES } from '../model/messages.ts'
import type { Case } from './application.ts'
import { nameOf } from './exclusions.ts'

const about: MessageAbout<Case> = {
  bizType: 'awardApplication',
  link: ({ batchId }) => `/award/cases?batch=${batchId}`,
  async values({ batchId, itemId, recipient, reviewReason }, db) {
    const batch = await db.unscoped(awardBatch).one(batchId) // of the case
    return { batch: batch.name, item: await nameOf(db, itemId), name: recipient ?? '', reason: reviewReason ?? '' }
  },
}
const isGiven = ({ state }: Pick<Case, 'state'>): boolean => state === 'reported' || state === 'granted'
/** What a college has to do about a case whose facts have changed, and the office about an award that was given by other facts. */
export const reviewTodos = rowTodos<Case, 'review' | 'reopened' | 'corrected', Pick<Case, 'id' | 'state'>>(awardApplication, about, {
  review: { text: '{name}的{item}需要复核', while: a => a.state === 'review', link: about.link, message: AWARD_MESSAGES.reviewed },
  reopened: { text: '{name}的{item}申报重新打开，请决定是否推荐', while: a => a.state === 'approved', link: about.link, message: AWARD_MESSAGES.reopened },
  corrected: { text: '{name}的“{item}”用的综合测评结果已更正，要不要撤销', while: isGiven, link: () => '/award/records' },
})
export async function askColleges(db: Db, step: 'review' | 'reopened', rows: readonly Case[]): Promise<void> {
  const staff = await staffOfAll(
    db,
    rows.map(({ departmentId }) => ({ counselledClassId: null, departmentId })),
    'college',
  )
  await reviewTodos.open(
    db,
    step,
    rows.map((row, n) => ({ row, to: staff[n] ?? [] })),
  )
}
