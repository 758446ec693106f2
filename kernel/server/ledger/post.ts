import sql, { join, raw } from 'sql-template-tag'
import { Refusal, refusalOf } from '#model'
import { type Floor, type Ledger, MANUAL, ownFields, REVERSAL } from '#model/ledger.ts'
import { uuidv7 } from '../base/uuid.ts'
import type { Db } from '../context.ts'
import { columnName, columnsOf, quote } from '../data/columns.ts'

/** An entry to post. Source and kind are its idempotency key. */
export interface EntryDraft<K extends string = string> {
  accountId: string
  kind: K
  /** Signed. */
  amount: number
  sourceType: string
  sourceId: string
  sourceSeq: number
  reversesId?: string
  reason?: string | null
  /** Who prepared a manual entry or a reversal, where the ledger needs two people. */
  makerId?: string
  /** Fields of this ledger's own. */
  own?: Readonly<Record<string, unknown>>
  /** Further values of the refusal where a floor is broken. */
  values?: Readonly<Record<string, unknown>>
}
type Totals = Record<string, number>

/** Posts entries and adds their effects to the totals of their accounts, in one transaction. Entries posted before are left out; returns the ids of the new ones. What belongs
 *  together is posted in one call, so that all of its accounts are locked in one order. */
export async function postEntries<K extends string>(db: Db, of: Ledger<K>, drafts: ReadonlyArray<EntryDraft<K>>): Promise<string[]> {
  for (const draft of drafts) checkDraft(db, of, draft)
  if (!drafts.length) return []
  return db.tx(async tx => {
    const ids = drafts.map(d => d.accountId)
    const [accounts, known] = await Promise.all([lockAccounts(tx, of, ids), knownSources(tx, of, drafts)]) // sent together, run one after the other
    const fresh = drafts.filter(draft => !known.has(sourceOf(draft)))
    if (!fresh.length) return []
    const before = new Map([...accounts].map(([id, totals]) => [id, { ...totals }]))
    for (const { accountId, kind, amount } of fresh)
      for (const [name, factor] of Object.entries(of.effects[kind])) (accounts.get(accountId) as Totals)[name] = (accounts.get(accountId)?.[name] ?? 0) + factor * amount
    for (const draft of fresh) checkFloors(of, draft, before.get(draft.accountId) ?? {}, accounts.get(draft.accountId) ?? {})
    return write(tx, of, fresh, accounts)
  })
}
type Reversing = Pick<EntryDraft, 'makerId' | 'own' | 'values'> & { reason: string }
/** Posts the opposites of entries, in one call. Those that are reversed already are left out; returns the ids of the new ones. A reversal of a reversal is refused. */
export async function reverseEntries(db: Db, of: Ledger, ids: readonly string[], by: Reversing): Promise<string[]> {
  const entries = (await db.unscoped(of.entry).all({ id: [...ids] })) as unknown as Array<EntryDraft & { id: string }> // the caller decides who reverses what
  if (entries.some(e => e.reversesId)) throw refused('isReversal', '这一笔是冲销，不能再冲销')
  const opposite = ({ id, accountId, kind, amount, ...entry }: EntryDraft & { id: string }): EntryDraft => ({
    ...{ ...by, accountId, kind, amount: -amount, sourceType: REVERSAL, sourceId: id, sourceSeq: 1, reversesId: id },
    own: { ...Object.fromEntries(ownFields(of).map(name => [name, (entry as Record<string, unknown>)[name]])), ...by.own },
  })
  return postEntries(db, of, entries.map(opposite))
}
/** Posts the opposite of an entry. A second reversal of it, and one of a reversal, is refused. */
export async function reverseEntry(db: Db, of: Ledger, id: string, by: Reversing): Promise<string> {
  await db.unscoped(of.entry).one(id) // not found, where it is none; the caller decides who reverses what
  const [made] = await reverseEntries(db, of, [id], by)
  if (!made) throw refused('reversed', '这一笔已经冲销过')
  return made
}
/** Ids of the accounts with these keys, in their order; missing ones are opened. */
export async function openAccounts(db: Db, { account }: Pick<Ledger, 'account'>, keys: ReadonlyArray<Readonly<Record<string, string>>>): Promise<string[]> {
  if (!keys[0]) return []
  const names = Object.keys(keys[0])
  const keyOf = (row: Readonly<Record<string, unknown>>): string => names.map(name => row[name]).join('\n')
  // one order, so that concurrent openings do not wait for each other in a circle
  const sorted = [...keys].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)).map(key => ({ ...key }))
  await db.insertMany(account, sorted, { skipExisting: true, history: false })
  const rows = await db.unscoped(account).all(Object.fromEntries(names.map(name => [name, keys.map(key => key[name])]))) // the caller decides who moves what
  const ids = new Map(rows.map(row => [keyOf(row), row.id]))
  return keys.map(key => ids.get(keyOf(key)) as string)
}
/** What several entries have in common. */
export type Cause = Pick<EntryDraft, 'sourceType' | 'sourceId' | 'reason'> & Partial<Pick<EntryDraft, 'sourceSeq'>>
type Move<K extends string> = Omit<EntryDraft<K>, 'accountId' | keyof Cause> & { account: Readonly<Record<string, string>> }
/** Posts entries of one cause, numbered in their order unless it has a number, to accounts named by their keys. */
export async function postMoves<K extends string>(db: Db, of: Ledger<K>, cause: Cause, moves: ReadonlyArray<Move<K>>): Promise<string[]> {
  const accounts = moves.map(m => m.account)
  const ids = await openAccounts(db, of, accounts)
  const drafts = moves.map(({ account: _account, ...entry }, n) => ({ sourceSeq: n + 1, ...cause, ...entry, accountId: ids[n] as string }))
  return postEntries(db, of, drafts)
}
const refused = (rule: string, text: string): Refusal => new Refusal(422, [{ rule: `ledger.${rule}`, text }])

function checkDraft(db: Db, { needsTwoPeople }: Ledger, { amount, sourceType, reason, makerId }: EntryDraft): void {
  if (!Number.isSafeInteger(amount) || amount === 0) throw refused('amount', '数量不能是零')
  if (sourceType !== MANUAL && sourceType !== REVERSAL) return
  if (!reason?.trim()) throw refused('noReason', '手工记账和冲销要写明原因')
  if (needsTwoPeople && (!makerId || !db.me.userId || makerId === db.me.userId)) throw refused('samePerson', '经办和复核要由两个人分别完成')
}
/** Locks accounts, in ascending order of their ids, and returns their totals. For callers that compare before they post. */
export async function lockAccounts(db: Db, { account, totals }: Pick<Ledger, 'account' | 'totals'>, accountIds: readonly string[]): Promise<Map<string, Record<string, number>>> {
  const ids = [...new Set(accountIds)]
  const columns = totals.map(name => raw(`${columnName(account, name)} as ${quote(name)}`))
  const rows = await db.query<Record<string, unknown>>(sql`select id, ${join(columns)} from ${raw(columnsOf(account).table)}
    where tenant_id = ${db.me.tenantId} and id = any(${ids}::uuid[]) order by id for no key update`)
  if (rows.length < ids.length) throw new Error(`an entry is posted to an account of ${account.name} that does not exist`)
  return new Map(rows.map(({ id, ...of }) => [id as string, of as Totals]))
}
const sourceOf = (of: Pick<EntryDraft, 'sourceType' | 'sourceId' | 'sourceSeq' | 'kind'>): string => [of.sourceType, of.sourceId, of.sourceSeq, of.kind].join('\n')
/** Which of these sources are posted already. Asked under the locks, by a statement of its own, so that it sees what the previous holder of a lock posted. */
async function knownSources(db: Db, { entry }: Ledger, drafts: readonly EntryDraft[]): Promise<Set<string>> {
  const sources = drafts.map(({ sourceType, sourceId, sourceSeq, kind }) => ({ sourceType, sourceId, sourceSeq, kind }))
  const rows = await db.query<Pick<EntryDraft, 'sourceType' | 'sourceId' | 'sourceSeq' | 'kind'>>(sql`select x.* from ${raw(columnsOf(entry).table)} e
    join jsonb_to_recordset(${JSON.stringify(sources)}::jsonb) x("sourceType" text, "sourceId" text, "sourceSeq" int, kind text)
      on e.source_type = x."sourceType" and e.source_id = x."sourceId" and e.source_seq = x."sourceSeq" and e.kind = x.kind
    where e.tenant_id = ${db.me.tenantId}`)
  return new Set(rows.map(sourceOf))
}
const levelOf = ({ sum }: Floor, totals: Totals): number => Object.entries(sum).reduce((n, [name, factor]) => n + factor * (totals[name] ?? 0), 0)
/** A floor that was already broken may be approached again, but not fall further. */
function checkFloors({ account, floors }: Ledger, { amount, values }: EntryDraft, before: Totals, after: Totals): void {
  for (const floor of floors) {
    const [available, left] = [levelOf(floor, before), levelOf(floor, after)]
    if (left < 0 && left < available) throw refusalOf(account, floor.refusal, { ...before, available, wanted: Math.abs(amount), ...values })
  }
}
async function write(db: Db, { entry, account }: Ledger, drafts: readonly EntryDraft[], totals: ReadonlyMap<string, Totals>): Promise<string[]> {
  const rows = drafts.map(({ own, values: _values, ...draft }) => ({ ...draft, ...own, id: uuidv7() }))
  // history would repeat the entries, and nobody edits totals
  await db.insertMany(entry, rows, { history: false, enqueue: true })
  await db.updateMany(
    account,
    [...totals].map(([id, of]) => ({ id, ...of })),
    { bookkeeping: true },
  )
  return rows.map(row => row.id)
}
