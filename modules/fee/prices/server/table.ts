import sql, { type Sql } from 'sql-template-tag'
import { refusalOf } from '#model'
import { isSchoolYear, yearBefore } from '#modules/campus/model/school-year.ts'
import { roomType } from '#modules/dormitory/places/model/dictionaries.ts'
import { type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { itemsOf } from '#server/params/dictionaries.ts'
import { priceTable } from '../model/actions.ts'
import { chargeItem } from '../model/charge-item.ts'
import { chargeStandard } from '../model/charge-standard.ts'
import { bestStandard, type Facts, NO_FACTS } from './match.ts'

const COLUMNS = 5
interface Cell {
  id: string
  label: string
  column: string
  amount: number | null
}
/** One price for each row and column, as whoever matches nothing else would get it. */
const cells = (db: Db, itemId: string, rows: Sql, columns: readonly string[], xn: Sql, facts: Facts): Promise<Cell[]> =>
  db.query<Cell>(sql`select r.id, r.label, y.name as column, p.amount::float8 as amount from (${rows}) r cross join unnest(${[...columns]}::text[]) with ordinality as y(name, place)
    left join lateral (${bestStandard(db, sql`${itemId}::uuid`, xn, facts)}) p on true order by r.place, r.id, y.place`)
const majorsBy = (db: Db, itemId: string, xn: string) => {
  const entered = Number(xn.slice(0, 4))
  const columns = Array.from({ length: COLUMNS }, (_, n) => `${entered - n}`)
  const rows = sql`select m.id::text as id, m.name as label, m.code as place, m.id as major_id, m.department_id, m.level from major m where m.tenant_id = ${db.me.tenantId} and m.is_enabled`
  const facts = { ...NO_FACTS, grade: sql`y.name`, majorId: sql`r.major_id`, departmentId: sql`r.department_id`, level: sql`r.level` }
  return { columns, cells: () => cells(db, itemId, rows, columns, sql`${xn}::text`, facts) }
}
async function roomsBy(db: Db, itemId: string, xn: string) {
  const columns = [xn]
  while (columns.length < COLUMNS) columns.push(yearBefore(columns.at(-1) ?? xn))
  const kinds = [...(await itemsOf(db, roomType.code)).values()]
  const rows = sql`select k.id, k.label, k.place from unnest(${kinds.map(k => k.dictionaryKey)}::text[], ${kinds.map(k => k.dictionaryValue)}::text[]) with ordinality as k(id, label, place)`
  return { columns, cells: () => cells(db, itemId, rows, columns, sql`y.name`, { ...NO_FACTS, roomType: sql`r.id` }) }
}
export default handle(priceTable, async ({ db }, { itemId, xn }) => {
  if (!isSchoolYear(xn)) throw refusalOf(chargeStandard, 'xn', { xn }, 'xn')
  const [item] = await db.unscoped(chargeItem).all(itemId ? { id: itemId } : { isEnabled: true }, { sort: ['priority', 'code'], limit: 1 }) // what the school charges for
  if (!item) throw notFound()
  const isByRoom = (await db.unscoped(chargeStandard).all({ itemId: item.id })).some(standard => standard.roomType !== null) // published prices
  const table = isByRoom ? await roomsBy(db, item.id, xn) : majorsBy(db, item.id, xn)
  const byRow = Map.groupBy(await table.cells(), cell => cell.id)
  const rows = [...byRow].map(([id, of]) => ({ id, label: of[0]?.label ?? id, cells: of.map(({ amount }) => ({ amount })) }))
  return { item: item.name, columns: table.columns, rows: rows.filter(row => row.cells.some(cell => cell.amount !== null)) }
})
