import sql from 'sql-template-tag'
import { yearBegins } from '#modules/campus/model/school-year.ts'
import { figureScopeOf } from '#modules/system/model/policy-figure.ts'
import { figureOn } from '#modules/system/server/api.ts'
import type { Db } from '#server/context.ts'

/** 40-L1, P1: what somebody may borrow in a school year, by the figure of its first day and the level they study at, in fen. */
export async function capOf(db: Db, studentId: string, xn: string): Promise<number> {
  const [row] = await db.query<{ level: string | null }>(sql`select level from student where tenant_id = ${db.me.tenantId} and id = ${studentId}`)
  return (await figureOn(db, 'loan.cap', { scope: row?.level ? figureScopeOf(row.level) : 'undergraduate', on: yearBegins(xn) })).amount
}
export interface Charged {
  tuition: number
  lodging: number
  owed: number
}
/** What a student's lines of a year that a loan may pay come to, in fen: tuition, everything else of them, and what is owed of all. */
export async function chargedIn(db: Db, studentId: string, xn: string): Promise<Charged> {
  const [row] = await db.query<Charged>(sql`select coalesce(sum(l.charged - l.reduced) filter (where i.code = 'tuition'), 0)::float8 as tuition,
      coalesce(sum(l.charged - l.reduced) filter (where i.code <> 'tuition'), 0)::float8 as lodging, coalesce(sum(l.owed), 0)::float8 as owed
    from bill_line l join charge_item i on i.tenant_id = l.tenant_id and i.id = l.item_id and i.loan_coverable
    where l.tenant_id = ${db.me.tenantId} and l.student_id = ${studentId} and l.xn = ${xn} and l.closed_at is null`)
  return row ?? { tuition: 0, lodging: 0, owed: 0 }
}
/** How a sum is made up (40-L1): tuition first, then lodging, the rest is for living. */
export function partsOf(approved: number, { tuition, lodging }: Charged) {
  const tuitionPart = Math.min(approved, tuition)
  const lodgingPart = Math.min(approved - tuitionPart, lodging)
  return { tuitionPart, lodgingPart, livingPart: approved - tuitionPart - lodgingPart }
}
