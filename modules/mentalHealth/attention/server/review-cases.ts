import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { schoolDayEnd } from '#model/school-time.ts'
import { studentOf } from '#modules/student/server/api.ts'
import { staffOf } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { raiseCase, reviewCase } from '../model/actions.ts'
import { type AttentionCase, attentionCase, isImmediate, isSevere, LEVELS, type Level } from '../model/attention-case.ts'
import { startCall, stopCalls } from './calls.ts'
import { closeLate, followCase } from './case-todos.ts'
import { isPsychologist, psychologists } from './centre.ts'
import { clocksOf, latestOf } from './due.ts'
import { assign, daysAt, locked } from './handle-cases.ts'
import { ownColleges } from './layers.ts'
import { settingsOf } from './settings.ts'

const NO_REVIEW = { reviewTo: null, reviewedByCentreId: null, reviewedByCollegeId: null } as const
/** 50-MH5: up at any time, by anybody who follows the case. A level that only the centre confirms waits for it; whoever follows the case keeps doing so. */
const raised = handle(raiseCase, async ({ db }, { id, level }) => {
  const row = await locked(db, id, 'raise', 1)
  if (level >= row.level) throw refusalOf(attentionCase, 'notUp', { level: { text: LEVELS[row.level] } }, 'level')
  const waits = isSevere(level) && !isSevere(row.level)
  const after = await db.update(attentionCase, id, { ...NO_REVIEW, level, ...(await clocksOf(db, level)), state: waits ? 'proposed' : 'open' })
  if (isImmediate(level)) await startCall(db, after)
  await assign(db, after, waits ? await psychologists(db) : [after.ownerId, after.backupId].flatMap(u => u ?? []))
})
/** Levels 1 and 2 stay open for some days, and as long as a follow-up is agreed. */
async function mustBeSettled(db: Db, row: AttentionCase): Promise<void> {
  if (!isSevere(row.level)) return
  const { closeDays } = await settingsOf(db)
  if (daysAt(row) < closeDays) throw refusalOf(attentionCase, 'early', { days: closeDays })
  if (row.nextFollowUpOn) throw refusalOf(attentionCase, 'followUpOpen', { day: row.nextFollowUpOn })
}
async function settled(db: Db, row: AttentionCase, to: 'lower' | 'close') {
  if (to === 'close') return { ...NO_REVIEW, state: 'closed' as const, dueAt: null, told: null, guardianDueAt: null }
  const level = `${Number(row.level) + 1}` as Level
  const lowered = { ...NO_REVIEW, level, levelSince: new Date().toISOString() }
  if (row.nextFollowUpOn) return lowered
  // nothing was agreed, since the case was to end: it goes on, so somebody looks after it again
  const nextFollowUpOn = await latestOf(db, level)
  return { ...lowered, nextFollowUpOn, dueAt: schoolDayEnd(nextFollowUpOn), told: null }
}
/** 50-MH5: the centre and the college each look at the case; the later of the two takes it one level down, or ends it. */
const reviewed = handle(reviewCase, async ({ db, me }, { id, to }) => {
  const row = await locked(db, id, 'review', 1)
  const who = await studentOf(db, row.studentId)
  const isCollege = Boolean(who?.departmentId && (await ownColleges(db)).includes(who.departmentId))
  if (!isCollege && !isPsychologist(db)) throw notFound()
  if (row.reviewTo && row.reviewTo !== to) throw refusalOf(attentionCase, 'otherReview')
  if (to === 'lower' && row.level === '4') throw refusalOf(attentionCase, 'lowest')
  if (to === 'close') await mustBeSettled(db, row)
  const [own, others] = isCollege ? (['reviewedByCollegeId', 'reviewedByCentreId'] as const) : (['reviewedByCentreId', 'reviewedByCollegeId'] as const)
  if (row[own]) throw refusalOf(attentionCase, 'confirmed')
  if (row[others]) {
    const after = await db.update(attentionCase, id, await settled(db, row, to))
    if (to === 'close') await closeLate(db, after, 'all')
    await stopCalls(db, after)
    return followCase(db, after, [])
  }
  const after = await db.update(attentionCase, id, { reviewTo: to, [own]: me.userId })
  const centre = await db.query<{ userId: string }>(
    sql`select user_id as "userId" from attention_member where tenant_id = ${me.tenantId} and case_id = ${id} and layer = 'ml2' and "to" >= ${today()}::date`,
  )
  await assign(db, after, isCollege ? (centre.length ? centre.map(c => c.userId) : await psychologists(db)) : who ? await staffOf(db, who, 'college') : [])
})
export default [raised, reviewed]
