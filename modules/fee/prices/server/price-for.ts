import sql from 'sql-template-tag'
import type { Phrase } from '#model'
import type { Db } from '#server/context.ts'
import { chargeStandard } from '../model/charge-standard.ts'
import { describe } from './describe.ts'
import { bestStandard, STUDENT_FACTS } from './match.ts'

/** The standard that holds for a student in a school year. */
export interface StudentPrice {
  id: string
  amount: number
  /** What it depends on, in words. */
  matched: Phrase
}
/** 40-F1: the price a student would get; undefined where no standard matches. */
export async function priceFor(db: Db, studentId: string, itemId: string, xn: string): Promise<StudentPrice | undefined> {
  const [best] = await db.query<{ id: string; amount: number }>(sql`select p.id, p.amount::float8 as amount from student s
    cross join lateral (${bestStandard(db, sql`${itemId}::uuid`, sql`${xn}::text`, STUDENT_FACTS)}) p where s.tenant_id = ${db.me.tenantId} and s.id = ${studentId}`)
  return best && { ...best, matched: await describe(db, await db.unscoped(chargeStandard).one(best.id)) } // published prices
}
