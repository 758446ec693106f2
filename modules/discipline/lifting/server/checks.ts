import sql from 'sql-template-tag'
import { schoolDate } from '#model/school-time.ts'
import { addMonths, monthAfter, monthOf } from '#modules/campus/model/days.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { PAST } from '../../cases/model/case.ts'
import { caseOf, type Punishment, termsOf } from '../../cases/server/api.ts'
import { observationReport } from '../model/lift.ts'

export interface Check {
  name: string
  isMet: boolean
  value: string
}
/** Full months of probation that are over, without a report. Nobody could report here before a past punishment was carried on. */
export async function missingMonths(db: Db, row: Punishment, on = today()): Promise<string[]> {
  const { periodStart, periodEnd } = row
  if (row.decidedLevel !== 'probation' || !periodStart || !periodEnd) return []
  const { sourceType, createdAt } = await caseOf(db, row)
  const [since = periodStart] = [periodStart, sourceType === PAST ? schoolDate(createdAt) : periodStart].sort().reverse()
  const [last = ''] = [monthOf(on), monthOf(periodEnd)].sort()
  const given = new Set((await db.unscoped(observationReport).all({ punishmentId: row.id })).map(r => r.month)) // of the punishment in scope
  const months: string[] = []
  for (let month = monthAfter(since, 1); month < last; month = monthAfter(`${month}-01`, 1)) if (!given.has(month)) months.push(month)
  return months
}
/** 50-PN12: the period is over, or six months with merit; reports are there; nothing new has happened. */
export async function checksOf(db: Db, row: Punishment, merit: string | null | undefined, on = today()): Promise<Check[]> {
  const terms = await termsOf(db, await caseOf(db, row))
  const { periodStart, periodEnd } = row
  const isOver = periodEnd !== null && periodEnd < on && !row.pausedOn
  const isEarly = Boolean(merit?.trim()) && periodStart !== null && addMonths(periodStart, terms.earlyMonths) <= on
  const missing = await missingMonths(db, row, on)
  const again = await db.query<{ caseNo: string }>(sql`select c.case_no as "caseNo" from punishment p join discipline_case c on c.tenant_id = p.tenant_id and c.id = p.case_id
    where p.tenant_id = ${db.me.tenantId} and p.student_id = ${row.studentId} and p.id <> ${row.id} and p.state not in ('dismissed', 'revoked', 'changed')
      and (c.occurred_at at time zone 'Asia/Shanghai')::date >= ${periodStart}::date order by 1`)
  return [
    { name: '处分期满，或满规定月数且有突出表现', isMet: isOver || isEarly, value: periodEnd ?? '—' },
    ...(row.decidedLevel === 'probation' ? [{ name: '每月思想汇报', isMet: !missing.length, value: missing.join('、') || '齐' }] : []),
    { name: '期间没有新的违纪', isMet: !again.length, value: again.map(a => a.caseNo).join('、') || '无' },
  ]
}
