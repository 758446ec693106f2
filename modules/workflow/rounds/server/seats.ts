import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { department } from '#modules/campus/model/organisation.ts'
import { departmentsReached } from '#modules/campus/server/api.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import { type Ctx, type Db, type Handler, handle } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { lockAccounts, openAccounts, postEntries } from '#server/ledger/post.ts'
import { phaseOf, type RoundEntity, type RoundRow, roundPhases } from '../model/round.ts'
import { POT, type QuotaActions, type SEAT_MOVES, seatLedger } from '../model/round-quota.ts'

interface Stored {
  issued: number
  held: number
  used: number
}
interface SeatChange {
  holder: string
  was: number
  issued: number
}
const NO_SEATS: Stored = { issued: 0, held: 0, used: 0 }
const COLLEGE = '1'
const POT_NAME = '全校共用'
const MOST_ENTRIES = 100
/** Colleges within the caller's scope; the common pot only for callers with school-wide scope, as it affects all colleges. */
async function holdersFor({ db, lang }: Pick<Ctx, 'db' | 'lang'>, permission: string): Promise<Map<string, string>> {
  const [all, reached] = await Promise.all([db.cached(department), departmentsReached(db, permission)])
  const colleges = [...all.values()].filter(d => d.deptType === COLLEGE && (!reached || reached.has(d.id))).sort((a, b) => a.code.localeCompare(b.code))
  return new Map([...(reached ? [] : [[POT, translate(lang, POT_NAME)] as const]), ...colleges.map(c => [c.id, c.name] as const)])
}
/** Who may hold seats of a round and what each is called, in the order shown: within the reach of this permission. */
export type HoldersOf = (ctx: Pick<Ctx, 'db' | 'lang'>, permission: string, row: RoundRow) => Promise<Map<string, string>>
/** Actions of a round whose seats are allotted, to colleges by default: the balance with every movement, and reallotment. Default export of a module's server file. */
export function roundQuota(of: RoundEntity, actions: QuotaActions, holders: HoldersOf = holdersFor): Handler[] {
  return [
    handle(actions.seats, async (ctx, { id }) => {
      const row = (await ctx.db.visible(of).one(id)) as RoundRow
      const names = await holders(ctx, actions.seats.permission, row)
      return { holders: await standings(ctx.db, row.id, names), entries: await entriesOf(ctx, row.id, names) }
    }),
    handle(actions.allot, async (ctx, { id, quotas, reason }) => {
      const { db } = ctx
      const row = (await db.visible(of).lock(id)) as RoundRow
      const phase = phaseOf(row)
      if (phase === 'archived' || phase === 'cancelled') throw refusalOf(actions.allot, 'wrongState', { name: row.name, state: roundPhases.labels[phase] })
      const given = quotas.filter(q => q !== null)
      const names = await holders(ctx, actions.allot.permission, row)
      refuseWrong(actions, given, names)
      return { changed: await allot(db, actions, { roundId: row.id, given, names, reason }) }
    }),
  ]
}
function refuseWrong(actions: QuotaActions, given: readonly SeatChange[], names: ReadonlyMap<string, string>): void {
  const seen = new Set<string>()
  for (const { holder } of given) {
    if (!names.has(holder)) throw refusalOf(actions.allot, 'unknown', { holder })
    if (seen.has(holder)) throw refusalOf(actions.allot, 'twice', { name: names.get(holder) })
    seen.add(holder)
  }
}
interface Allotment {
  roundId: string
  given: readonly SeatChange[]
  names: ReadonlyMap<string, string>
  reason: string
}
/** All or nothing: balances are locked before they are compared, and each difference becomes an entry with its reason. */
async function allot(db: Db, actions: QuotaActions, { roundId, given, names, reason }: Allotment): Promise<number> {
  const ids = await openAccounts(
    db,
    seatLedger,
    given.map(({ holder }) => ({ roundId, holder })),
  )
  const before = await lockAccounts(db, seatLedger, ids)
  const changes = given.flatMap(({ holder, was, issued }, i) => {
    const accountId = ids[i] as string
    const now = { ...NO_SEATS, ...before.get(accountId) }
    const name = names.get(holder)
    if (now.issued === issued) return []
    if (now.issued !== was) throw refusalOf(actions.allot, 'stale', { name, was, now: now.issued })
    if (issued < now.held + now.used) throw refusalOf(actions.allot, 'below', { name, held: now.held, used: now.used, issued })
    return [{ accountId, kind: 'issue' as const, amount: issued - now.issued }]
  })
  const source = { sourceType: 'allotment', sourceId: uuidv7(), reason }
  const posted = await postEntries(
    db,
    seatLedger,
    changes.map((change, sourceSeq) => ({ ...change, ...source, sourceSeq })),
  )
  return posted.length
}
/** Holders visible to the caller: those with seats, and the others, so that they can be given some. Returned seats show only in the entries. */
async function standings(db: Db, roundId: string, names: ReadonlyMap<string, string>) {
  const rows = await db.query<Stored & { holder: string; returned: number }>(sql`select b.holder, b.issued, b.held, b.used,
      coalesce((select sum(e.amount) from seat_entry e where e.tenant_id = b.tenant_id and e.account_id = b.id and e.kind = 'return'), 0) as returned
    from seat_balance b where b.tenant_id = ${db.me.tenantId} and b.round_id = ${roundId}`)
  const byHolder = new Map(rows.map(r => [r.holder, r]))
  return [...names].map(([holder, name]) => {
    const { issued, held, used, returned } = byHolder.get(holder) ?? { ...NO_SEATS, returned: 0 }
    return { holder, name, issued, held, used, returned, free: issued - held - used }
  })
}
async function entriesOf({ db, lang }: Pick<Ctx, 'db' | 'lang'>, roundId: string, names: ReadonlyMap<string, string>) {
  const rows = await db.query<{ at: string; kind: keyof typeof SEAT_MOVES; holder: string; amount: number; by: string | null; note: string | null }>(sql`
    select e.created_at as at, e.kind, b.holder, e.amount, u.nick_name as by, e.reason as note
    from seat_entry e join seat_balance b on b.tenant_id = e.tenant_id and b.id = e.account_id left join sys_user u on u.tenant_id = e.tenant_id and u.id = e.created_by
    where b.tenant_id = ${db.me.tenantId} and b.round_id = ${roundId} and b.holder = any(${[...names.keys()]}::text[]) order by e.id desc limit ${MOST_ENTRIES}`)
  return rows.map(({ at, kind, holder, amount, by, note }) => ({
    at: new Date(at).toISOString(),
    kind,
    name: names.get(holder) ?? holder,
    amount,
    by,
    note: note && translate(lang, note),
  }))
}
