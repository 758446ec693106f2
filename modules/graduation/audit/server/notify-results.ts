import { studentsOf } from '#modules/student/server/api.ts'
import type { Db } from '#server/context.ts'
import { notifyEach } from '#server/notifications/notify.ts'
import { RESULTS, type Result } from '../model/audit.ts'
import { GRADUATION_MESSAGES } from '../model/messages.ts'
import type { Batch } from './rows.ts'

const LINK = '/graduation/mine'
/** Tells each student the result that is certain now. */
export async function tellResults(db: Db, batch: Batch, rows: ReadonlyArray<{ id: string; studentId: string; result: Result | null }>): Promise<void> {
  const people = await studentsOf(
    db,
    rows.map(r => r.studentId),
  )
  await notifyEach(
    db,
    GRADUATION_MESSAGES.result,
    rows.flatMap(({ id, studentId, result }) => {
      const who = people.get(studentId)
      if (!who?.userId || !result) return []
      return [
        { to: [who.userId], values: { batch: batch.name, name: who.name, result: { text: RESULTS[result] } }, bizType: 'graduationAudit', bizId: id, link: LINK, mobileLink: LINK },
      ]
    }),
  )
}
