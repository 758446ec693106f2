import sql from 'sql-template-tag'
import { DAY_MS } from '#model/days.ts'
import { yuanText } from '#model/money.ts'
import { schoolDate } from '#model/school-time.ts'
import { schoolYearOf } from '#modules/campus/model/school-year.ts'
import { chargeItem } from '#modules/fee/prices/model/charge-item.ts'
import { type HandedIn, handIn } from '#modules/fee/server/api.ts'
import { studentsOf } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, onMany } from '#server/context.ts'
import { type CardReissue, cardReissue } from '../model/card-reissue.ts'
import { kindsOf } from './kinds.ts'
import { beginLoss } from './loss.ts'
import { tell } from './notify.ts'
import { settingsOf } from './settings.ts'

const SOURCE = 'cardReissue'
/** What cards cost is one line each of their student’s fees. Nothing to pay withdraws it, and what was paid becomes the student’s credit. Returns the lines by card. */
async function charge(db: Db, cards: ReadonlyArray<{ row: CardReissue; amount: number }>, dueDate: string): Promise<Map<string, string>> {
  const [kinds, items] = [await kindsOf(db), await db.cached(chargeItem)]
  const people = await studentsOf(
    db,
    cards.map(c => c.row.studentId),
  )
  const lines = cards.flatMap(({ row, amount }): HandedIn[] => {
    const [kind, who] = [kinds.get(row.kindId), people.get(row.studentId)]
    const item = items.get(kind?.chargeItemId ?? '')
    if (!item || !who) return []
    const payer = { type: 'student', id: who.id, name: who.name } as const
    const source = { sourceType: SOURCE, sourceId: row.id, sourceSeq: '1' }
    return [{ ...source, payer, item: item.code, amount, xn: schoolYearOf(dueDate), dueDate, explain: { note: `补办${kind?.name}` } }]
  })
  const ids = await handIn(db, lines)
  return new Map(lines.map((line, n) => [line.sourceId, ids[n] as string]))
}
/** Approved: the old number is dead at once (50-CR1); what costs something waits for its fee, the rest for its batch (50-CR2). */
export async function approve(db: Db, row: CardReissue): Promise<void> {
  const now = Date.now()
  const payBy = new Date(now + (await settingsOf(db)).payDays * DAY_MS).toISOString()
  const owes = row.fee > 0
  const lines = owes ? await charge(db, [{ row, amount: row.fee }], schoolDate(payBy)) : undefined
  const after = await db.update(cardReissue, row.id, {
    ...{ cardState: owes ? 'unpaid' : 'queued', approvedAt: new Date(now).toISOString(), payBy: owes ? payBy : null, billLineId: lines?.get(row.id) ?? null },
    ...(await beginLoss(db, row)),
  })
  if (owes) await tell(db, 'pay', [after], () => ({ amount: yuanText(row.fee), by: schoolDate(payBy) }))
}
/** Found again: it leaves its batch, and its fee is withdrawn. */
export async function giveUp(db: Db, row: CardReissue): Promise<void> {
  await db.update(cardReissue, row.id, { cardState: 'found', batchId: null, payBy: null })
  await withdrawFees(db, [row])
}
/** Of cards that will not be produced. */
export async function withdrawFees(db: Db, rows: readonly CardReissue[]): Promise<void> {
  const cards = rows.flatMap(row => (row.billLineId ? [{ row, amount: 0 }] : []))
  if (cards.length) await charge(db, cards, today())
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
