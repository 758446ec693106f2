import { accountsOf } from '#modules/student/server/api.ts'
import { staffOfAll } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import type { MessageAbout } from '#server/notifications/about.ts'
import { rowTodos } from '#server/notifications/row-todos.ts'
import { awardApplication, lacksProof } from '../model/application-row.ts'
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
/** What it takes to follow cases, where many change at once. */
export const TODO_COLUMNS = ['state', 'isOutstanding', 'proofs', 'checks'] as const
type Followed = Pick<Case, 'id' | (typeof TODO_COLUMNS)[number]>
const isGiven = ({ state }: Followed): boolean => state === 'reported' || state === 'granted'
/** What a college has to do about a case whose facts have changed, its applicant about one without proof, and the office about an award that was given by other facts. */
export const caseTodos = rowTodos<Case, 'review' | 'reopened' | 'proof' | 'corrected', Followed>(awardApplication, about, {
  review: { text: '{name}的{item}需要复核', while: a => a.state === 'review', link: about.link, message: AWARD_MESSAGES.reviewed },
  reopened: { text: '{name}的{item}申报重新打开，请决定是否推荐', while: a => a.state === 'approved', link: about.link, message: AWARD_MESSAGES.reopened },
  proof: { text: '补交“{item}”申报的证明材料', while: lacksProof, link: ({ id }) => `/award/mine?id=${id}`, message: AWARD_MESSAGES.proof },
  corrected: { text: '{name}的“{item}”用的综合测评结果已更正，要不要撤销', while: isGiven, link: () => '/award/records' },
})
export async function askColleges(db: Db, step: 'review' | 'reopened', rows: readonly Case[]): Promise<void> {
  const staff = await staffOfAll(
    db,
    rows.map(({ departmentId }) => ({ counselledClassId: null, departmentId })),
    'college',
  )
  await caseTodos.open(
    db,
    step,
    rows.map((row, n) => ({ row, to: staff[n] ?? [] })),
  )
}
/** Applicants whose proof is missing have it to do until it is there, or the case is over. */
export async function askForProof(db: Db, rows: readonly Case[]): Promise<void> {
  const lacking = rows.filter(lacksProof)
  const accounts = await accountsOf(
    db,
    lacking.map(r => r.studentId),
  )
  await caseTodos.open(
    db,
    'proof',
    lacking.map(row => ({ row, to: [accounts.get(row.studentId) ?? []].flat() })),
  )
}
