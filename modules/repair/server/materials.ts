import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { accountNamer } from '#server/access/accounts.ts'
import { type Ctx, compute, type Db, handle, rules } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { ledgerCheck } from '#server/ledger/check.ts'
import { MAIN, myBag, repairMaterial, repairStock, stockLedger, stockMove } from '../model/material.ts'
import { idsOf } from './orders.ts'

async function stocks(db: Db, ids: readonly string[]): Promise<Map<string, { stock: number; inBags: number }>> {
  const rows = await db.query<{ id: string; stock: number; inBags: number }>(sql`select material_id as id, coalesce(sum(qty) filter (where store = 'main'), 0)::int as stock,
      coalesce(sum(qty) filter (where store <> 'main'), 0)::int as "inBags" from repair_stock where tenant_id = ${db.me.tenantId} and material_id = any(${[...ids]}::uuid[]) group by 1`)
  return new Map(rows.map(r => [r.id, r]))
}
/** Names of stores: the main one, or whose bag it is. */
async function storeNames({ db, lang }: Pick<Ctx, 'db' | 'lang'>, at: ReadonlyArray<{ store: string }>): Promise<(store: string) => string> {
  const people = at.map(a => a.store).filter(store => store !== MAIN)
  const names = await accountNamer(db, people)
  return store => (store === MAIN ? translate(lang, '库房') : names(store))
}
const shownStocks = compute(repairStock, ['storeName'], async (ctx, rows) => {
  const nameOf = await storeNames(ctx, rows)
  for (const row of rows) row.storeName = nameOf(row.store)
})
interface Account {
  id: string
  store: string
  name: string
}
const shownMoves = compute(stockMove, ['materialName', 'storeName'], async (ctx, rows) => {
  const accounts = await ctx.db.query<Account>(sql`select s.id, s.store, m.name from repair_stock s join repair_material m on m.tenant_id = s.tenant_id and m.id = s.material_id
    where s.tenant_id = ${ctx.db.me.tenantId} and s.id = any(${rows.map(r => r.accountId)}::uuid[])`)
  const nameOf = await storeNames(ctx, accounts)
  const names = new Map(accounts.map(a => [a.id, { materialName: a.name, storeName: nameOf(a.store) }]))
  for (const row of rows) Object.assign(row, names.get(row.accountId))
})
const shownMaterials = compute(repairMaterial, ['stock', 'inBags'], async ({ db }, rows) => {
  const found = await stocks(db, idsOf(rows))
  for (const row of rows) Object.assign(row, { stock: found.get(row.id)?.stock ?? 0, inBags: found.get(row.id)?.inBags ?? 0 })
})
const kept = rules(repairMaterial, {
  async remove({ db }, row) {
    const { stock = 0, inBags = 0 } = (await stocks(db, [row.id])).get(row.id) ?? {}
    if (stock + inBags) throw refusalOf(repairMaterial, 'inStock', { name: row.name, count: stock + inBags, unit: row.unit })
  },
})
const bag = handle(myBag, async ({ db, me }) =>
  db.query(sql`select m.id as "materialId", m.code, m.name, m.spec, m.unit, s.qty from repair_stock s join repair_material m on m.tenant_id = s.tenant_id and m.id = s.material_id
    where s.tenant_id = ${me.tenantId} and s.store = ${me.userId} and s.qty > 0 order by m.code`),
)
export default [shownStocks, shownMoves, shownMaterials, kept, bag, ledgerCheck(stockLedger, { role: 'officer', link: '/repair/materials' })]
