import sql, { join, raw } from 'sql-template-tag'
import type { Phrase } from '#model'
import type { Ledger } from '#model/ledger.ts'
import { holdersOf } from '../access/holders.ts'
import { extensionPoint } from '../base/extension-point.ts'
import type { Db } from '../context.ts'
import { columnName, columnsOf, quote } from '../data/columns.ts'
import { type ScheduledJob, scheduledJob } from '../jobs/scheduled-job.ts'
import { closeTodos, openTodos } from '../notifications/todos.ts'

/** Nightly check of a ledger. */
export interface LedgerCheck {
  kind: 'ledger'
  of: Ledger
  /** Role whose holders get a todo for each account whose totals differ from its entries. */
  role: string
  /** Page of the todo. */
  link: string
  /** Names of accounts in the todo; default: the title field. */
  names?: (db: Db, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
}
export const ledgerChecks = extensionPoint<LedgerCheck>('ledger', { id: c => c.of.account.name, entity: c => c.of.account.name })
/** Registers the nightly check of a ledger; every ledger has one. */
export const ledgerCheck = (of: Ledger, options: Omit<LedgerCheck, 'kind' | 'of'>): LedgerCheck => ledgerChecks.make({ of, ...options })

/** An account whose cached totals are not the sums of its entries. */
export interface Mismatch {
  id: string
  title: string
  totals: Readonly<Record<string, number>>
  sums: Readonly<Record<string, number>>
}
const MOST = 1000
/** Sums of the entries by account and total, as a select. */
function sumsOf({ entry, totals, effects }: Ledger, tenantId: string): ReturnType<typeof sql> {
  const factor = (total: string): string =>
    Object.entries(effects)
      .flatMap(([kind, effect]) => (effect[total] ? [`when '${kind}' then ${effect[total]}`] : []))
      .join(' ')
  const sums = totals.map(total => raw(`coalesce(sum(amount * case kind ${factor(total)} else 0 end), 0) as ${quote(total)}`))
  return sql`select account_id, ${join(sums)} from ${raw(columnsOf(entry).table)} where tenant_id = ${tenantId} group by account_id`
}
/** Compares all totals of a ledger with its entries, in one statement and thus one snapshot. */
export async function mismatches(db: Db, of: Ledger): Promise<Mismatch[]> {
  const { account, totals } = of
  const pair = (total: string): [string, string] => [`a.${columnName(account, total)}`, `coalesce(s.${quote(total)}, 0)`]
  const objectOf = (side: 0 | 1): string => `jsonb_build_object(${totals.map(total => `'${total}', ${pair(total)[side]}`).join(', ')})`
  return db.query<Mismatch>(sql`select a.id, ${raw(`a.${columnName(account, account.options.title)}`)}::text as title, ${raw(objectOf(0))} as totals, ${raw(objectOf(1))} as sums
    from ${raw(columnsOf(account).table)} a left join (${sumsOf(of, db.me.tenantId)}) s on s.account_id = a.id
    where a.tenant_id = ${db.me.tenantId} and (${raw(totals.map(total => pair(total).join(' <> ')).join(' or '))}) order by a.id limit ${MOST}`)
}
const labelOf = ({ account }: Ledger, total: string): Phrase => ({ text: account.fields[total]?.label ?? total })
function sentence(of: Ledger, name: string, { totals, sums }: Mismatch): Phrase {
  const what = of.totals
    .filter(total => totals[total] !== sums[total])
    .map(total => ({ text: '{total}记为 {stored}，明细合计 {summed}', values: { total: labelOf(of, total), stored: totals[total] ?? 0, summed: sums[total] ?? 0 } }))
  return { text: '{ledger}与明细不符：{name}，{what}', values: { ledger: { text: of.account.label }, name, what } }
}
/** Opens a todo for each account that does not agree, and closes those of accounts that agree again. Corrects nothing. */
async function checkLedger(db: Db, { of, role, link, names }: LedgerCheck): Promise<number> {
  const found = await mismatches(db, of)
  const ids = found.map(f => f.id)
  const named = ids.length ? await names?.(db, ids) : undefined
  const holders = found.length ? await holdersOf(db, role) : []
  const about = { kind: 'task', bizType: of.account.name, node: 'ledger', link } as const
  await openTodos(
    db,
    found.flatMap(f => holders.map(({ id }) => ({ ...about, userId: id, bizId: f.id, title: sentence(of, named?.get(f.id) ?? f.title, f) }))),
  )
  const settled = await db.query<{ id: string }>(sql`select distinct biz_id as id from todo
    where tenant_id = ${db.me.tenantId} and biz_type = ${about.bizType} and node = ${about.node} and state = 'open' and biz_id <> all(${ids}::text[])`)
  await closeTodos(db, { bizType: about.bizType, bizId: settled.map(s => s.id), node: about.node }, 'done')
  return found.length
}
/** Checks all ledgers of a school. */
export async function checkLedgers(db: Db): Promise<number> {
  let n = 0
  for (const check of db.registered(ledgerChecks)) n += await checkLedger(db, check)
  return n
}
export const ledgerJob = (): ScheduledJob => scheduledJob('ledger.check', '核对台账合计', '20 3 * * *', checkLedgers)
