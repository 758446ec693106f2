import sql from 'sql-template-tag'
import { accountsOf } from '#modules/student/server/api.ts'
import type { Ctx, Db } from '#server/context.ts'
import type { Payer } from '../../bills/server/api.ts'

/** Whose lines are the caller's own: those of the student, or those that were handed in for the account of somebody who is none. */
export const ownPayerId = ({ studentId, userId }: Pick<Ctx['me'], 'studentId' | 'userId'>): string => studentId ?? userId
/** What of a row says whose it is. */
export const payerOf = ({ payerType, payerId, studentId, payerName }: Payer): Payer => ({ payerType, payerId, studentId, payerName })
/** Accounts that are told: of the student, or the payer's own. Whoever has none is told nothing. */
export async function accountsOfPayer(db: Db, { studentId, payerId }: Pick<Payer, 'studentId' | 'payerId'>): Promise<string[]> {
  if (studentId) return [...(await accountsOf(db, [studentId])).values()]
  return (await db.query<{ id: string }>(sql`select id from sys_user where tenant_id = ${db.me.tenantId} and id = ${payerId}`)).map(u => u.id)
}
