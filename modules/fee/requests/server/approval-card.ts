import sql from 'sql-template-tag'
import type { OutputOf, Row } from '#model'
import { today } from '#server/base/today.ts'
import type { Ctx } from '#server/context.ts'
import { arrearsOf } from '../../bills/model/standing.ts'
import type { requestApplication } from '../model/application.ts'
import { feeApplication } from '../model/fee-application.ts'
import { linesOfStudent } from './own-lines.ts'

const EARLIER = 5
/** What somebody needs who decides: each line with its amount and how it was computed, what else the student owes and holds, and earlier applications. */
export async function cardOf({ db }: Pick<Ctx, 'db'>, row: Row<typeof feeApplication>): Promise<OutputOf<typeof requestApplication.card>> {
  const lines = await linesOfStudent(db, row.studentId)
  const of = new Map(lines.map(l => [l.id, l]))
  const [own] = await db.query<{ credit: number }>(
    sql`select coalesce(sum(balance), 0)::float8 as credit from payer_credit where tenant_id = ${db.me.tenantId} and student_id = ${row.studentId} and book = 'student'`,
  )
  const before = await db.unscoped(feeApplication).all({ studentId: row.studentId }, { sort: ['-createdAt'], limit: EARLIER + 1 }) // of the same student, for who decides
  return {
    kind: row.kind,
    parts: (row.parts ?? []).flatMap(part => {
      const line = of.get(part.lineId)
      return line ? [{ item: line.item, xn: line.xn, owed: line.owed, amount: part.amount, used: part.used ?? null, of: part.of ?? null }] : []
    }),
    plan: row.plan,
    until: row.until,
    amount: row.amount ?? 0,
    arrears: lines.reduce((sum, l) => sum + arrearsOf(l, today()), 0),
    credit: own?.credit ?? 0,
    earlier: before.filter(r => r.id !== row.id).map(({ id, kind, items, state }) => ({ id, kind, items, state })),
  }
}
