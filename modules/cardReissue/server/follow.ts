import sql from 'sql-template-tag'
import { DAY_MS } from '#model/days.ts'
import { schoolDate } from '#model/school-time.ts'
import { schoolYearOf } from '#modules/campus/model/school-year.ts'
import { chargeItem } from '#modules/fee/prices/model/charge-item.ts'
import { handIn } from '#modules/fee/server/api.ts'
import { studentOf } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, onMany } from '#server/context.ts'
import { type CardReissue, cardReissue } from '../model/card-reissue.ts'
import { kindOf } from './kinds.ts'
import { beginLoss } from './loss.ts'
import { tell } from './notify.ts'
import { settingsOf } from './settings.ts'

const SOURCE = 'cardReissue'
const formatMoney = (fen: number): string => (fen / 100).toFixed(2)
/** What a card costs is one line of the student’s fees. Nothing to pay withdraws it, and what was paid becomes the student’s credit. */
async function charge(db: Db, row: CardReissue, amount: number, dueDate: string): Promise<string | null> {
  const [kind, who] = [await kindOf(db, row.kindId), await studentOf(db, row.studentId)]
  const item = (await db.cached(chargeItem)).get(kind.chargeItemId ?? '')
  if (!item || !who) return row.billLineId
  const payer = { type: 'student', id: who.id, name: who.name } as const
  const source = { sourceType: SOURCE, sourceId: row.id, sourceSeq: '1' }
  const [lineId] = await handIn(db, [{ ...source, payer, item: item.code, amount, xn: schoolYearOf(dueDate), dueDate, explain: { note: `补办${kind.name}` } }])
  return lineId ?? null
}
/** Approved: the old number is dead at once (50-CR1); what costs something waits for its fee, the rest for its batch (50-CR2). */
export async function approve(db: Db, row: CardReissue): Promise<void> {
  const now = Date.now()
  const payBy = new Date(now + (await settingsOf(db)).payDays * DAY_MS).toISOString()
  const owes = row.fee > 0
  const billLineId = owes ? await charge(db, row, row.fee, schoolDate(payBy)) : null
  const after = await db.update(cardReissue, row.id, {
    ...{ cardState: owes ? 'unpaid' : 'queued', approvedAt: new Date(now).toISOString(), payBy: owes ? payBy : null, billLineId },
    ...(await beginLoss(db, row)),
  })
  if (owes) await tell(db, 'pay', [after], () => ({ amount: formatMoney(row.fee), by: schoolDate(payBy) }))
}
/** Nothing comes of it: found again, or not paid in time. It leaves its batch, and its fee is withdrawn. */
export async function giveUp(db: Db, row: CardReissue, cardState: 'found' | 'closed'): Promise<void> {
  await db.update(cardReissue, row.id, { cardState, batchId: null, payBy: null })
  if (row.billLineId) await charge(db, row, 0, today())
}
/** 50-CR2: what was paid waits for its batch; what was given back says so. Read from the lines, however often it is told. */
const followed = onMany(['fee.paid', 'fee.refunded'], 'cardReissue.follow', async ({ db }, payloads) => {
  const ids = payloads.flatMap(p => (p.sourceType === SOURCE && typeof p.sourceId === 'string' ? [p.sourceId] : []))
  if (ids.length) await followFees(db, [...new Set(ids)])
})
const followFees = (db: Db, ids: readonly string[]): Promise<unknown> =>
  db.updateWhere(
    cardReissue,
    sql`t.id = any(${[...ids]}::uuid[]) and l.tenant_id = t.tenant_id and l.id = t.bill_line_id and t.card_state is not null`,
    {
      feeState: sql`case when l.charged > 0 and l.owed <= 0 then 'paid' when l.charged > 0 then 'unpaid' when t.fee_state = 'paid' then 'refunded' else t.fee_state end`,
      cardState: sql`case when t.card_state = 'unpaid' and l.charged > 0 and l.owed <= 0 then 'queued' else t.card_state end`,
    },
    { from: sql`bill_line l` },
  )
export default followed
