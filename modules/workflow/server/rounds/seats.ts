import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { department } from '#modules/campus/model/organisation.ts'
import { departmentsReached } from '#modules/campus/server/api.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import { type Ctx, type Db, type Handler, handle } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { phaseOf, ROUND_PHASES, type RoundEntity, type RoundRow } from '../../model/round.ts'
import { POT, type QuotaActions, type SEAT_MOVES } from '../../model/round-quota.ts'

interface Stored {
  holder: string
  issued: number
  held: number
  used: number
}
interface Given {
  holder: string
  was: number
  issued: number
}
const COLLEGE = '1'
const POT_NAME = '全校共用'
const MOST_ENTRIES = 100
/** Colleges within the caller's scope; the common pot only for callers with school-wide scope, as it affects all colleges. */
async function holdersFor({ db, lang }: Pick<Ctx, 'db' | 'lang'>, permission: string): Promise<Map<string, string>> {
  const [all, reached] = await Promise.all([db.cached(department), departmentsReached(db, permission)])
  const colleges = [...all.values()].filter(d => d.deptType === COLLEGE && (!reached || reached.has(d.id))).sort((a, b) => a.code.localeCompare(b.code))
  return new Map([...(reached ? [] : [[POT, translate(lang, POT_NAME)] as const]), ...colleges.map(c => [c.id, c.name] as const)])
}
/** Actions of a round whose seats are allotted to colleges: the balance with every movement, and reallotment. Default export of a module's server file. */
export function roundQuota(of: RoundEntity, actions: QuotaActions): Handler[] {
  return [
    handle(actions.seats, async (ctx, { id }) => {
      const row = (await ctx.db.visible(of).one(id)) as RoundRow
      const names = await holdersFor(ctx, actions.seats.permission)
      return { holders: await standings(ctx.db, row.id, names), entries: await entriesOf(ctx, row.id, names) }
    }),
    handle(actions.allot, async (ctx, { id, quotas, reason }) => {
      const { db, lang } = ctx
      const row = (await db.visible(of).lock(id)) as RoundRow
      const phase = phaseOf(row)
      if (phase === 'archived' || phase === 'cancelled') throw refusalOf(actions.allot, 'wrongState', { name: row.name, state: translate(lang, ROUND_PHASES[phase]) })
      const given = quotas.filter(q => q !== null)
      const names = await holdersFor(ctx, actions.allot.permission)
      refuseWrong(actions, given, names)
      return { changed: await allot(db, actions, { roundId: row.id, given, names, reason }) }
    }),
  ]
}
function refuseWrong(actions: QuotaActions, given: readonly Given[], names: ReadonlyMap<string, string>): void {
  const seen = new Set<string>()
  for (const { holder } of given) {
    if (!names.has(holder)) throw refusalOf(actions.allot, 'unknown', { holder })
    if (seen.has(holder)) throw refusalOf(actions.allot, 'twice', { name: names.get(holder) })
    seen.add(holder)
  }
}
interface Allotment {
  roundId: string
  given: readonly Given[]
  names: ReadonlyMap<string, string>
  reason: string
}
/** All or nothing: balances are locked in one order, each difference becomes a ledger entry with its reason, and the check constraint is authoritative. */
async function allot(db: Db, actions: QuotaActions, { roundId, given, names, reason }: Allotment): Promise<number> {
  const { tenantId, userId } = db.me
  const holders = given.map(g => g.holder)
  await db.query(sql`insert into round_quota (tenant_id, round_id, holder) select ${tenantId}, ${roundId}, h from unnest(${holders}::text[]) h order by h on conflict do nothing`)
  const rows = await db.query<Stored>(
    sql`select holder, issued, held, used from round_quota where tenant_id = ${tenantId} and round_id = ${roundId} and holder = any(${holders}::text[]) order by holder for update`,
  )
  const before = new Map(rows.map(r => [r.holder, r]))
  const changes = given.flatMap(({ holder, was, issued }) => {
    const now = before.get(holder) ?? { holder, issued: 0, held: 0, used: 0 }
    const name = names.get(holder)
    if (now.issued === issued) return []
    if (now.issued !== was) throw refusalOf(actions.allot, 'stale', { name, was, now: now.issued })
    if (issued < now.held + now.used) throw refusalOf(actions.allot, 'below', { name, held: now.held, used: now.used, issued })
    return [{ holder, amount: issued - now.issued }]
  })
  if (!changes.length) return 0
  await db.query(sql`with change as (select * from jsonb_to_recordset(${JSON.stringify(changes.map((c, seq) => ({ ...c, seq })))}::jsonb) c(holder text, amount int, seq int)),
    written as (insert into round_quota_entry (tenant_id, round_id, holder, kind, amount, source_type, source_id, source_seq, note, by_user)
      select ${tenantId}::uuid, ${roundId}::uuid, c.holder, 'issue', c.amount, 'allotment', ${uuidv7()}, c.seq, ${reason}, ${userId || null}::uuid from change c)
    update round_quota q set issued = q.issued + c.amount from change c where q.tenant_id = ${tenantId} and q.round_id = ${roundId} and q.holder = c.holder`)
  return changes.length
}
/** Holders visible to the caller: those with seats, and the others, so that they can be given some. Returned seats show only in the entries. */
async function standings(db: Db, roundId: string, names: ReadonlyMap<string, string>) {
  const rows = await db.query<Stored & { returned: number }>(sql`select q.holder, q.issued, q.held, q.used,
      coalesce((select sum(e.amount)::int from round_quota_entry e where e.tenant_id = q.tenant_id and e.round_id = q.round_id and e.holder = q.holder and e.kind = 'return'), 0) as returned
    from round_quota q where q.tenant_id = ${db.me.tenantId} and q.round_id = ${roundId}`)
  const byHolder = new Map(rows.map(r => [r.holder, r]))
  return [...names].map(([holder, name]) => {
    const { issued, held, used, returned } = byHolder.get(holder) ?? { issued: 0, held: 0, used: 0, returned: 0 }
    return { holder, name, issued, held, used, returned, free: issued - held - used }
  })
}
async function entriesOf({ db, lang }: Pick<Ctx, 'db' | 'lang'>, roundId: string, names: ReadonlyMap<string, string>) {
  const rows = await db.query<{ at: Date; kind: keyof typeof SEAT_MOVES; holder: string; amount: number; by: string | null; note: string | null }>(sql`
    select e.at, e.kind, e.holder, e.amount, u.nick_name as by, e.note from round_quota_entry e left join sys_user u on u.tenant_id = e.tenant_id and u.id = e.by_user
    where e.tenant_id = ${db.me.tenantId} and e.round_id = ${roundId} and e.holder = any(${[...names.keys()]}::text[]) order by e.at desc, e.id desc limit ${MOST_ENTRIES}`)
  return rows.map(({ at, kind, holder, amount, by, note }) => ({
    at: new Date(at).toISOString(),
    kind,
    name: names.get(holder) ?? holder,
    amount,
    by,
    note: note && translate(lang, note),
  }))
}
