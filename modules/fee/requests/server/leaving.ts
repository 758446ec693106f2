import sql from 'sql-template-tag'
import { schoolYearOf } from '#modules/campus/model/school-year.ts'
import { lodgingDues } from '#modules/dormitory/server/api.ts'
import { isEnded, type StudentStatus } from '#modules/student/model/status.ts'
import { studentOf } from '#modules/student/server/api.ts'
import { figureOn } from '#modules/system/server/api.ts'
import { type Ctx, type Db, on } from '#server/context.ts'
import type { LinePart } from '../model/fee-application.ts'
import { refundOf, usedMonths } from '../model/refund.ts'
import { requests } from './application.ts'
import { holds, linesOfStudent, netOf, type OwnLine } from './own-lines.ts'
import { settingsOf } from './settings.ts'

const REASON = '离校退费：按在校月数计算'
/** Whom nothing is given back for having left. */
const STAYED: readonly string[] = ['graduated', 'completed', 'notReported', 'deceased']
const LODGING = 'dormStay'
/** Lines about which a refund was asked or given before. */
async function refundedBefore(db: Db, studentId: string): Promise<Set<string>> {
  const rows = await db.query<{
    lineId: string
  }>(sql`select x.line_id as "lineId" from fee_application a cross join jsonb_array_elements_text(coalesce(a.line_ids, '[]')) x(line_id)
    where a.tenant_id = ${db.me.tenantId} and a.student_id = ${studentId} and a.kind = 'refund' and a.state in ('pending', 'returned', 'approved')`)
  return new Set(rows.map(r => r.lineId))
}
/** 40-F14: what each line of the year gives back, by the months used. Of lodging, the dormitory's own months count (20-DF7); while a stay is open, nothing is known of it. */
export async function leavingParts(db: Db, studentId: string, leftOn: string): Promise<LinePart[]> {
  const xn = schoolYearOf(leftOn)
  const before = await refundedBefore(db, studentId)
  const lines = (await linesOfStudent(db, studentId)).filter(l => l.xn === xn && l.refundRule === 'byMonth' && holds(l) > 0 && !before.has(l.id))
  const stays = lines.some(l => l.sourceType === LODGING) ? new Map((await lodgingDues(db, xn, [studentId])).map(d => [d.stayId, d])) : new Map()
  const { countsBegunMonth } = await settingsOf(db)
  const partOf = async (line: OwnLine): Promise<LinePart[]> => {
    const { year, term } = await figureOn(db, 'refund.months', { on: line.start })
    if (line.sourceType === LODGING) {
      const stay = stays.get(line.sourceId)
      return stay ? [{ lineId: line.id, amount: netOf(line) - stay.due, used: stay.months, of: year }] : []
    }
    if (line.period !== 'year' && line.period !== 'term') return []
    const months = line.period === 'term' ? term : year
    const used = usedMonths({ start: line.start, on: leftOn, months, countsBegun: countsBegunMonth })
    return [{ lineId: line.id, amount: refundOf(netOf(line), used, months), used, of: months }]
  }
  return (await Promise.all(lines.map(partOf))).flat().filter(part => part.amount > 0)
}
/** Proposes what is to be given back; two people of finance decide. */
async function propose(ctx: Ctx, studentId: string, leftOn: string): Promise<void> {
  const who = await studentOf(ctx.db, studentId, { lock: true })
  if (!who?.userId || !who.status || !isEnded(who.status) || STAYED.includes(who.status)) return
  const parts = await leavingParts(ctx.db, studentId, leftOn)
  if (!parts.length) return
  await requests.submit(ctx, who, { kind: 'refund', lineIds: parts.map(p => p.lineId), reason: REASON, files: [] }, { given: { parts } })
}
const ended = on('student.statusChanged', 'fee.leaving', async (ctx, { studentId, to, effectiveDate }) => {
  if (typeof studentId === 'string' && typeof effectiveDate === 'string' && isEnded(String(to) as StudentStatus)) await propose(ctx, studentId, effectiveDate)
})
/** Checked out after leaving: only now are the months of lodging known. */
const movedOut = on('dormitory.lodgingUsed', 'fee.leavingLodging', async (ctx, { studentId, on: day }) => {
  if (typeof studentId === 'string' && typeof day === 'string') await propose(ctx, studentId, day)
})
export default [ended, movedOut]
