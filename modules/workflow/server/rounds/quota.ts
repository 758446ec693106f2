import sql from 'sql-template-tag'
import { Refusal } from '#model'
import type { Db } from '#server/context.ts'

/** A seat movement; source and number are its idempotency key. */
export interface SeatOf {
  roundId: string
  /** A college's id, or `*` where the round has one pot. */
  holder: string
  sourceType: string
  sourceId: string
  sourceSeq: number
  note?: string
}
export interface Quota {
  issued: number
  held: number
  used: number
  free: number
}
type Kind = 'issue' | 'hold' | 'use' | 'release' | 'return'
/** Effect of one seat of each kind on the sums. `use` turns a held seat into a used one; `return` frees a used one. */
const EFFECT: Readonly<Record<Kind, readonly [issued: number, held: number, used: number]>> = {
  issue: [1, 0, 0],
  hold: [0, 1, 0],
  use: [0, -1, 1],
  release: [0, -1, 0],
  return: [0, 0, -1],
}
export const SEATS_FULL = '名额不足：共 {issued} 个，已占 {held} 个，已用 {used} 个，这次要 {amount} 个'
const SEATS_NONE = '没有可以{act}的名额：已占 {held} 个，已用 {used} 个'

/** Moves seats of a round in the caller's transaction. A check constraint decides who gets the last one; returns false if this movement was already made. */
async function move(db: Db, kind: Kind, of: SeatOf, amount = 1): Promise<boolean> {
  const { tenantId, userId } = db.me
  return db.tx(async tx => {
    await tx.query(sql`insert into round_quota (tenant_id, round_id, holder) values (${tenantId}, ${of.roundId}, ${of.holder}) on conflict do nothing`)
    const before = await seatsOf(tx, of.roundId, of.holder, true)
    const made = await tx.query(sql`insert into round_quota_entry (tenant_id, round_id, holder, kind, amount, source_type, source_id, source_seq, note, by_user)
      values (${tenantId}, ${of.roundId}, ${of.holder}, ${kind}, ${amount}, ${of.sourceType}, ${of.sourceId}, ${of.sourceSeq}, ${of.note ?? null}, ${userId || null}) on conflict do nothing returning id`)
    if (!made.length) return false
    const [issued, held, used] = EFFECT[kind].map(each => each * amount) as [number, number, number]
    const after = { issued: before.issued + issued, held: before.held + held, used: before.used + used }
    if (after.issued < 0 || after.held < 0 || after.used < 0) refuse('round.quota.none', SEATS_NONE, { ...before, act: ACTS[kind] })
    if (after.held + after.used > after.issued) refuse('round.quota.full', SEATS_FULL, { ...before, amount })
    await tx.query(sql`update round_quota set issued = issued + ${issued}, held = held + ${held}, used = used + ${used}
      where tenant_id = ${tenantId} and round_id = ${of.roundId} and holder = ${of.holder}`)
    return true
  })
}
const ACTS: Readonly<Record<Kind, string>> = { issue: '下达', hold: '占用', use: '使用', release: '释放', return: '退回' }
function refuse(rule: string, text: string, values: Record<string, unknown>): never {
  throw new Refusal(422, [{ rule, text, values }])
}
/** Issues seats to a holder; a negative number withdraws unheld ones. */
export const issueSeats = (db: Db, of: SeatOf, amount: number): Promise<boolean> => move(db, 'issue', of, amount)
/** Reserves a seat while an application is decided. */
export const holdSeat = (db: Db, of: SeatOf): Promise<boolean> => move(db, 'hold', of)
export const useSeat = (db: Db, of: SeatOf): Promise<boolean> => move(db, 'use', of)
/** Frees a held seat. */
export const releaseSeat = (db: Db, of: SeatOf): Promise<boolean> => move(db, 'release', of)
/** Returns a used seat to its holder. */
export const returnSeat = (db: Db, of: SeatOf): Promise<boolean> => move(db, 'return', of)

/** Seat counts of a holder; locked before a movement, so that the refusal states the current numbers. */
export async function seatsOf(db: Db, roundId: string, holder: string, isLocked = false): Promise<Quota> {
  const lock = isLocked ? sql`for update` : sql``
  const [row] = await db.query<Omit<Quota, 'free'>>(
    sql`select issued, held, used from round_quota where tenant_id = ${db.me.tenantId} and round_id = ${roundId} and holder = ${holder} ${lock}`,
  )
  const { issued, held, used } = row ?? { issued: 0, held: 0, used: 0 }
  return { issued, held, used, free: issued - held - used }
}
/** Ledger reason of a copied round's seats; translated for the reader. */
const COPIED = '复制自上一批次'
/** A copied round starts with the issued seats of the last one, not its movements. */
export async function copySeats(db: Db, from: string, to: string): Promise<void> {
  const { tenantId, userId } = db.me
  await db.query(sql`with made as (insert into round_quota (tenant_id, round_id, holder, issued)
      select tenant_id, ${to}, holder, issued from round_quota where tenant_id = ${tenantId} and round_id = ${from} and issued > 0 returning holder, issued)
    insert into round_quota_entry (tenant_id, round_id, holder, kind, amount, source_type, source_id, source_seq, note, by_user)
    select ${tenantId}, ${to}, holder, 'issue', issued, 'copy', ${from}, (row_number() over (order by holder))::int, ${COPIED}, ${userId || null}::uuid from made`)
}
