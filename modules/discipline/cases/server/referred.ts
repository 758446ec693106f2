import sql from 'sql-template-tag'
import { richOf } from '#model/rich.ts'
import { dormViolation } from '#modules/dormitory/checks/model/violation.ts'
import { on } from '#server/context.ts'
import { disciplineCase } from '../model/case.ts'
import { openCase } from './report.ts'

/** A violation that the dormitory referred opens one case; whoever investigates names the articles. */
export default on('dormitory.violationReferred', 'discipline.referred', async ({ db }, { violationId, studentId }) => {
  if (typeof violationId !== 'string' || typeof studentId !== 'string') return
  const source = { sourceType: 'dormViolation', sourceId: violationId }
  await db.query(sql`select pg_advisory_xact_lock(hashtextextended(${`discipline ${violationId}`}, 0))`)
  if (await db.unscoped(disciplineCase).count(source)) return // told before
  const violation = await db.unscoped(dormViolation).find({ id: violationId }) // named by the event
  if (!violation) return
  const { violationNo, at, place, details, createdBy } = violation
  const draft = {
    title: `宿舍违纪移交 ${violationNo}`,
    occurredAt: at,
    place: place?.slice(0, 100) ?? null,
    category: 'dormitory',
    ruleIds: [],
    summary: richOf(details),
  }
  await openCase(db, { ...draft, reportSource: 'dorm', reporterId: createdBy, ...source }, { studentIds: [studentId], measure: 'punishment', isDifferent: true })
})
