import sql from 'sql-template-tag'
import type { Ledger } from '#model/ledger.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { type EntryDraft, postEntries } from '#server/ledger/post.ts'
import { type Book, closedDay } from '../model/ledger-entry.ts'

/** An entry of money to post, in fen. */
export interface MoneyDraft<K extends string = string> extends Omit<EntryDraft<K>, 'own'> {
  /** The account's name for people, at most 60 characters. */
  accountKey: string
  /** Where this one differs from the posting. */
  book?: Book
  studentId?: string | null
}
/** Where entries of a posting belong. `channel` is the merchant account, say, whose days are closed one by one. */
export interface Posting {
  book: Book
  channel?: string
  /** Accounting day; default today. A closed one moves to the next open day. */
  bizDate?: string
}
const LOCK = 'accounting day'
/** Whoever posts shares this lock, whoever closes a day holds it alone: no entry slips into a day while it closes. */
const lockDays = (db: Db, channel: string, how: 'post' | 'close'): Promise<unknown> => {
  const key = sql`hashtextextended(${`${LOCK} ${db.me.tenantId} ${channel}`}, 0)`
  return db.query(how === 'post' ? sql`select pg_advisory_xact_lock_shared(${key})` : sql`select pg_advisory_xact_lock(${key})`)
}
/** The first accounting day from `bizDate` on that is not closed for this channel. Holds it open until the end of the transaction. Without a channel no day closes. */
export async function openDay(db: Db, { channel, bizDate = today() }: Omit<Posting, 'book'>): Promise<string> {
  if (!channel) return bizDate
  const [, [row]] = await Promise.all([lockDays(db, channel, 'post'), nextOpen(db, channel, bizDate)]) // sent together, run one after the other
  return row?.day ?? bizDate
}
const nextOpen = (db: Db, channel: string, bizDate: string): Promise<Array<{ day: string }>> =>
  db.query<{ day: string }>(sql`select min(d)::date::text as day from generate_series(${bizDate}::date, ${bizDate}::date + 366, '1 day') d
    where not exists (select 1 from closed_day c where c.tenant_id = ${db.me.tenantId} and c.channel = ${channel} and c.biz_date = d::date)`)
/** Closes an accounting day of a channel; once closed it takes no entry. Returns whether it was open. */
export async function closeDay(db: Db, channel: string, bizDate: string): Promise<boolean> {
  await lockDays(db, channel, 'close')
  return (await db.insertMany(closedDay, [{ channel, bizDate, closedBy: db.me.userId || null }], { skipExisting: true })) > 0
}
/** Posts entries of a ledger of money (40-M1 to M5). Sources posted before are left out; returns the ids of the new entries. Runs in the caller's transaction. */
export async function postMoney<K extends string>(db: Db, of: Ledger<K>, posting: Posting, drafts: ReadonlyArray<MoneyDraft<K>>): Promise<string[]> {
  if (!drafts.length) return []
  return db.tx(async tx => {
    const bizDate = await openDay(tx, posting)
    return postEntries(
      tx,
      of,
      drafts.map(({ accountKey, book = posting.book, studentId, ...draft }) => ({ ...draft, own: ownOf(tx, book, bizDate, { accountKey, studentId: studentId ?? null }) })),
    )
  })
}
const ownOf = (db: Db, book: Book, bizDate: string, who: { accountKey: string; studentId: string | null }) => ({ book, bizDate, operatorId: db.me.userId || null, ...who })
