import sql from 'sql-template-tag'
import { computeMeasure } from '#server/measures/compute-measure.ts'
import { accessAlert, EVERYBODYS_TYPES, OPEN_STATES } from '../../access/model/access-alert.ts'
import { dormVisitor } from '../../access/model/visitor.ts'
import { dormViolation } from '../../checks/model/violation.ts'
import { UNSETTLED } from '../../nights/model/handling.ts'
import { nightLine } from '../../nights/model/night-line.ts'
import { screenCases } from '../model/measures.ts'

interface Open {
  count: number
  oldest: string | null
}
/** Open work in the dormitories; each count uses a partial index of open rows. */
export default computeMeasure(screenCases, async ({ db }) => {
  const one = async (work: Promise<Open[]>): Promise<Open> => (await work)[0] ?? { count: 0, oldest: null }
  const nights = await one(
    db.query<Open>(
      sql`select count(*)::int as count, min(opened_at) as oldest from ${db.visible(nightLine).rows()} l where handled_state in ('open', 'notFound') and handled_state = any(${[...UNSETTLED]}::text[])`,
    ),
  )
  const alerts = await one(
    db.query<Open>(
      sql`select count(*)::int as count, min(opened_at) as oldest from ${db.visible(accessAlert).rows()} a where state in ('open', 'handling') and state = any(${[...OPEN_STATES]}::text[]) and type = any(${[...EVERYBODYS_TYPES]}::text[])`,
    ),
  )
  const violations = await one(
    db.query<Open>(sql`select count(*)::int as count, min(at) as oldest from ${db.visible(dormViolation).rows()} v where state in ('recorded', 'heard')`),
  )
  const visitors = await one(db.query<Open>(sql`select count(*)::int as count, null::timestamptz as oldest from ${db.visible(dormVisitor).rows()} v where state = 'inside'`))
  const times = [nights, alerts, violations].flatMap(o => (o.oldest ? [new Date(o.oldest).getTime()] : []))
  return {
    nights: nights.count,
    alerts: alerts.count,
    violations: violations.count,
    visitors: visitors.count,
    oldestAt: times.length ? new Date(Math.min(...times)).toISOString() : null,
  }
})
