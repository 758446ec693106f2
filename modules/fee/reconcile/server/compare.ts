import { schoolDate } from '#model/school-time.ts'
import { daysBetween } from '#modules/campus/model/days.ts'
import type { StatementRow } from '../../merchants/model/provider.ts'
import type { DiffKind, Flow } from '../model/recon-diff.ts'
import type { KnownOrder, Ours } from './our-side.ts'

export interface Difference {
  kind: DiffKind
  flow: Flow
  orderNo: string | null
  refundNo: string | null
  txnNo: string | null
  orderId: string | null
  refundId: string | null
  ourAmount: number | null
  theirAmount: number | null
  theirFee: number | null
  ourDay: string | null
  theirAt: string | null
  /** Settled without anybody: found on the neighbouring day. */
  isAuto: boolean
  key: string
}
export interface Sides {
  bizDate: string
  theirs: readonly StatementRow[]
  /** Rows of the neighbouring days' statements. */
  near: readonly StatementRow[]
  ours: readonly Ours[]
  orders: ReadonlyMap<string, KnownOrder>
}
export interface Compared {
  differences: Difference[]
  /** Pairs of this day's statement. */
  pairs: ReadonlyArray<{ row: StatementRow; mine: Ours }>
}
/** Which transaction it is: a payment by its provider's number, a refund by ours. */
const keyOf = (flow: Flow, txnNo: string, refundNo?: string | null): string => `${flow} ${flow === 'refund' ? refundNo || txnNo : txnNo}`.slice(0, 80)
export const keyOfRow = (row: StatementRow): string => keyOf(row.kind, row.txnNo, row.refundNo)
const keyOfOurs = (mine: Ours): string => keyOf(mine.flow, mine.txnNo, mine.refundNo)
/** Ways to recognise a row, the surest first: by number and transaction, by number, by transaction. */
const MARKS: ReadonlyArray<{ theirs(row: StatementRow): string; ours(mine: Ours): readonly string[] }> = [
  { theirs: r => (r.orderNo ? `${r.kind} ${r.orderNo} ${r.txnNo}` : ''), ours: m => [`${m.flow} ${m.orderNo} ${m.txnNo}`] },
  {
    theirs: r => (r.kind === 'refund' ? `refund ${r.refundNo ?? ''}` : `payment ${r.orderNo}`),
    ours: m => (m.flow === 'refund' ? [`refund ${m.refundNo ?? ''}`] : [`payment ${m.orderNo}`, `payment ${m.slipNo ?? m.orderNo}`]),
  },
  { theirs: r => `${r.kind} ${r.txnNo}`, ours: m => [`${m.flow} ${m.txnNo}`] },
]
/** Pairs each row with one of ours at most, and each of ours with one row. Takes what it pairs out of `ours`. */
function pair(rows: readonly StatementRow[], ours: Set<Ours>): { pairs: Array<{ row: StatementRow; mine: Ours }>; left: StatementRow[] } {
  const pairs: Array<{ row: StatementRow; mine: Ours }> = []
  let left = [...rows]
  for (const mark of MARKS) {
    const byMark = new Map<string, Ours[]>()
    for (const mine of ours) for (const name of new Set(mark.ours(mine))) byMark.set(name, [...(byMark.get(name) ?? []), mine])
    left = left.filter(row => {
      const mine = byMark.get(mark.theirs(row))?.find(m => ours.has(m))
      if (!mine) return true
      ours.delete(mine)
      pairs.push({ row, mine })
      return false
    })
  }
  return { pairs, left }
}
/** Compares a day's statement with what the school has (40 §1, Reconciliation). */
export function compare({ bizDate, theirs, near, ours, orders }: Sides): Compared {
  const open = new Set(ours)
  const { pairs, left } = pair(theirs, open)
  const own = new Set([...open].filter(m => m.day === bizDate))
  const neighbours = pair(near, own)
  const differences = [
    ...pairs.flatMap(({ row, mine }) => judged(row, mine, bizDate)),
    ...left.map(row => unknown(row, orders.get(row.orderNo))),
    ...neighbours.pairs.flatMap(({ row, mine }) => judged(row, mine, schoolDate(row.at))),
    ...[...own].map(mine => ({ ...blank, ...oursOf(mine), kind: 'oursOnly' as const, key: keyOfOurs(mine) })),
  ]
  return { differences, pairs }
}
const blank = {
  orderNo: null,
  refundNo: null,
  txnNo: null,
  orderId: null,
  refundId: null,
  ourAmount: null,
  theirAmount: null,
  theirFee: null,
  ourDay: null,
  theirAt: null,
  isAuto: false,
}
const oursOf = ({ flow, orderNo, refundNo, txnNo, orderId, refundId, amount, day }: Ours) => ({ flow, orderNo, refundNo, txnNo, orderId, refundId, ourAmount: amount, ourDay: day })
const theirsOf = (row: StatementRow) => ({
  ...{ flow: row.kind, orderNo: row.orderNo || null, refundNo: row.refundNo || null, txnNo: row.txnNo },
  ...{ theirAmount: row.amount, theirFee: row.fee, theirAt: row.at, key: keyOfRow(row) },
})
/** What the two sides of a pair do not agree on. */
function judged(row: StatementRow, mine: Ours, theirDay: string): Difference[] {
  const both = { ...blank, ...theirsOf(row), ...oursOf(mine), key: keyOfRow(row) }
  if (mine.day === null) return [{ ...both, kind: 'state' }]
  if (mine.amount !== row.amount) return [{ ...both, kind: 'amount' }]
  const apart = Math.abs(daysBetween(mine.day, theirDay))
  return apart ? [{ ...both, kind: 'crossDay', isAuto: apart === 1 }] : []
}
/** Money there of which there is no payment here. An order that was closed here was paid there all the same. */
const unknown = (row: StatementRow, order: KnownOrder | undefined): Difference => ({
  ...{ ...blank, ...theirsOf(row), orderId: order?.id ?? null },
  kind: row.kind === 'payment' && order?.state === 'closed' ? 'state' : 'theirsOnly',
})
