import { type Registration, solePoint } from '#server/base/extension-point.ts'
import type { Db } from '#server/context.ts'
import type { Batch } from './scores.ts'

/** Classes whose reviews are not finished, with how many applications wait for one. */
interface ClassReview extends Registration {
  kind: 'classReview'
  unreviewed(db: Db, batch: Batch): Promise<Array<{ name: string; count: number }>>
}
export const classReviews = solePoint<ClassReview>('classReview')
/** Registers the class reviews that a confirmation waits for. */
export const supplyReviews = (unreviewed: ClassReview['unreviewed']): ClassReview => classReviews.make({ unreviewed })
