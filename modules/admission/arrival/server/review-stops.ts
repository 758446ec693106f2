import type { Phrase } from '#model'
import { extensionPoint, type Registration } from '#server/base/extension-point.ts'
import type { Db } from '#server/context.ts'

/** Something of another module that keeps people from the initial review and from enrolment: an identity that was found wrong on arrival. */
interface ReviewStop extends Registration {
  kind: 'reviewStop'
  name: string
  /** Why, of these students; nobody else is in the answer. */
  of(db: Db, studentIds: readonly string[]): Promise<ReadonlyMap<string, Phrase>>
}
export const reviewStops = extensionPoint<ReviewStop>('reviewStop', { id: s => s.name })
/** Why this person is neither reviewed nor enrolled now. */
export async function stopOf(db: Db, studentId: string): Promise<Phrase | undefined> {
  for (const stop of db.registered(reviewStops)) {
    const why = (await stop.of(db, [studentId])).get(studentId)
    if (why) return why
  }
  return undefined
}
