import sql from 'sql-template-tag'
import type { Ctx, Db } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { testAttempt } from '../model/attempt.ts'
import type { Attempt } from './sheet.ts'

/** The caller's own attempt; others' are "not found". */
export async function ownAttempt({ db, me }: Pick<Ctx, 'db' | 'me'>, id: string): Promise<Attempt> {
  const found = me.studentId ? await db.unscoped(testAttempt).find({ id, studentId: me.studentId }) : undefined // the caller's own
  if (!found) throw notFound()
  return found
}
/** Time granted for good, in percent of the minutes; the reason is nobody's business here. */
export const extraPercentOf = async (db: Db, studentId: string): Promise<number> =>
  (await db.query<{ n: number }>(sql`select extra_percent as n from test_adjustment where tenant_id = ${db.me.tenantId} and student_id = ${studentId}`))[0]?.n ?? 0
