import type { Case } from './application.ts'
import type { Batch } from './batches.ts'

const STEPS = ['审批', '拟推荐', '公示', '授予'] as const
const DONE: Readonly<Partial<Record<Case['state'], number>>> = { approved: 1, nominated: 2, review: 2, publicised: 2, reported: 3, granted: 4, revoked: 4 }
/** How far a case is, for its applicant. */
export function stepsOf({ state, noticed }: Pick<Case, 'state' | 'noticed'>, batch: Pick<Batch, 'stage'> | undefined): Array<{ name: string; isDone: boolean }> {
  const isOver = state === 'publicised' && noticed === 'school' && batch?.stage === 'cleared'
  const done = isOver ? 3 : (DONE[state] ?? 0)
  return STEPS.map((name, n) => ({ name, isDone: n < done }))
}
