import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { fileReader } from '#server/files/readers.ts'
import { testAttempt } from '../model/attempt.ts'
import { formIn } from '../model/draw.ts'
import { testQuestionVersion } from '../model/question.ts'
import { testRecheck } from '../model/recheck.ts'
import { checkRecheck } from '../model/recheck-actions.ts'
import { testSchedule } from '../model/schedule.ts'
import { isShown } from './my-tests.ts'

/** While the caller answers it, and again when their paper may be read. */
async function isAsked(db: Db, studentId: string, versionId: string): Promise<boolean> {
  const attempts = await db.unscoped(testAttempt).all({ studentId }) // the caller's own
  for (const attempt of attempts.filter(one => formIn(one).items.some(({ v, g }) => v === versionId || g === versionId))) {
    if (attempt.state === 'running' && !attempt.isLocked) return true
    const row = await db.unscoped(testSchedule).one(attempt.scheduleId) // of the caller's own attempt
    if (attempt.submittedAt && isShown(row.showAnswers, row)) return true
  }
  return false
}
/** Whoever marks a test that asked it. */
const isMarked = async (db: Db, versionId: string): Promise<boolean> =>
  (
    await db.query(sql`select from test_schedule s join test_attempt t on t.tenant_id = s.tenant_id and t.schedule_id = s.id
      where s.tenant_id = ${db.me.tenantId} and s.marker_ids @> jsonb_build_array(${db.me.userId}::text) and t.state in ('submitted', 'marked')
        and (t.form -> 'items' @> jsonb_build_array(jsonb_build_object('v', ${versionId}::text)) or t.form -> 'items' @> jsonb_build_array(jsonb_build_object('g', ${versionId}::text))) limit 1`)
  ).length > 0
/** Whoever rechecks a score to which it belongs. */
const isDoubted = async (db: Db, versionId: string): Promise<boolean> =>
  (
    await db.query(sql`select from ${db.visibleFor(testRecheck, checkRecheck.permission).rows()} r join test_attempt t on t.tenant_id = r.tenant_id and t.id = r.attempt_id
      where t.form -> 'items' @> jsonb_build_array(jsonb_build_object('v', ${versionId}::text)) or t.form -> 'items' @> jsonb_build_array(jsonb_build_object('g', ${versionId}::text)) limit 1`)
  ).length > 0
/** Pictures of a question nobody has been asked yet are read by whoever keeps its bank alone, from the question itself. */
export default fileReader(testQuestionVersion, async (db, id) => (db.me.studentId ? isAsked(db, db.me.studentId, id) : (await isMarked(db, id)) || isDoubted(db, id)))
