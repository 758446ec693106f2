import { isDeepStrictEqual } from 'node:util'
import sql, { raw } from 'sql-template-tag'
import { mustAllow, type Row, refusalOf } from '#model'
import { educationLevel } from '#model/national.ts'
import { isSchoolYear } from '#modules/campus/model/school-year.ts'
import { roomType } from '#modules/dormitory/places/model/dictionaries.ts'
import { chargeItem, NATURES, PERIODS } from '#modules/fee/prices/model/charge-item.ts'
import { studentCategory } from '#modules/student/model/dictionaries.ts'
import { compute, type Db, handle, rules } from '#server/context.ts'
import { labelsOf } from '#server/params/dictionaries.ts'
import { type ChargeRow, chargeTable, publishCharges, renewCharges } from '../model/charge-table.ts'
import { mustBe } from './pieces.ts'
import { pagesChanged } from './revisions.ts'

type Table = Row<typeof chargeTable>
interface Line {
  tableId: string
  itemId: string
  amount: number
  perCredit: boolean
  grades: string | null
  campus: string | null
  department: string | null
  major: string | null
  level: string | null
  category: string | null
  building: string | null
  room: string | null
}
const ALIKE = raw('s.grade_from, s.grade_to, s.campus_id, s.department_id, s.major_id, s.education_level, s.student_category, s.building_id, s.room_type')
/** The public standards of each table's year: of those alike in every condition the newest that has begun. */
export async function standardsOf(db: Db, tables: ReadonlyArray<Pick<Table, 'id' | 'xn' | 'itemIds'>>): Promise<Map<string, ChargeRow[]>> {
  const asked = JSON.stringify(tables.flatMap(({ id, xn, itemIds }) => itemIds.map(item => ({ id, xn, item }))))
  const lines =
    await db.query<Line>(sql`select distinct on (t.id, s.item_id, ${ALIKE}) t.id as "tableId", s.item_id as "itemId", s.amount::float8 as amount, s.per_credit as "perCredit",
      case when s.grade_from is null and s.grade_to is null then null else concat_ws('–', s.grade_from, s.grade_to) end as grades,
      c.name as campus, d.name as department, m.name as major, s.education_level as level, s.student_category as category, b.name as building, s.room_type as room
    from jsonb_to_recordset(${asked}::jsonb) t(id uuid, xn text, item uuid) join charge_standard s on s.item_id = t.item and s.xn <= t.xn
      left join campus c on c.tenant_id = s.tenant_id and c.id = s.campus_id left join department d on d.tenant_id = s.tenant_id and d.id = s.department_id
      left join major m on m.tenant_id = s.tenant_id and m.id = s.major_id left join building b on b.tenant_id = s.tenant_id and b.id = s.building_id
    where s.tenant_id = ${db.me.tenantId} and s.published
    order by t.id, s.item_id, ${ALIKE}, s.xn desc`)
  const [levels, categories, rooms] = [await labelsOf(db, educationLevel), await labelsOf(db, studentCategory), await labelsOf(db, roomType)]
  const said = ({ major, department, level, category, campus, building, room, grades }: Line) =>
    [major ?? department, level && levels(level), category && categories(category), campus, building, room && rooms(room), grades].flatMap(text => text ?? [])
  const byItem = Map.groupBy(lines, line => `${line.tableId} ${line.itemId}`)
  const items = await db.cached(chargeItem)
  const rowOf = (tableId: string, itemId: string): ChargeRow[] => {
    const item = items.get(itemId)
    if (!item) return []
    const rows = (byItem.get(`${tableId} ${itemId}`) ?? []).map(line => ({ of: said(line), amount: line.amount, perCredit: line.perCredit }))
    const sorted = rows.toSorted((a, b) => a.of.join().localeCompare(b.of.join(), 'zh') || a.amount - b.amount)
    return [{ item: item.name, nature: NATURES[item.nature], period: PERIODS[item.period], filingNo: item.filingNo, lines: sorted }]
  }
  return new Map(tables.map(({ id, itemIds }) => [id, itemIds.flatMap(itemId => rowOf(id, itemId))]))
}
/** What stands in a table now, refused where an item has no standard to publish. */
async function standardsFor(db: Db, row: Table, refuse: (key: 'none', values: { xn: string; items: string }) => never): Promise<ChargeRow[]> {
  const rows = (await standardsOf(db, [row])).get(row.id) ?? []
  const items = rows.flatMap(r => (r.lines.length ? [] : r.item)).join('、')
  if (items) refuse('none', { xn: row.xn, items })
  return rows
}
async function checkItems(db: Db, itemIds: readonly string[] | null | undefined): Promise<void> {
  const items = await db.cached(chargeItem)
  if (itemIds?.some(id => !items.has(id))) throw refusalOf(chargeTable, 'item', {}, 'itemIds')
}
const publish = handle(publishCharges, async ({ db, refuse }, { id }) => {
  const row = await db.visible(chargeTable).lock(id, 'publish')
  const rows = await standardsFor(db, row, refuse)
  await db.update(chargeTable, id, { state: 'published', publishedAt: new Date().toISOString(), rows })
  await pagesChanged(db)
})
/** 60-WC6: a published table is never changed; the unique index lets one edition of a year be in force. */
const renew = handle(renewCharges, async ({ db, refuse }, { id }) => {
  const row = await db.visible(chargeTable).lock(id, 'renew')
  const rows = await standardsFor(db, row, refuse)
  if (isDeepStrictEqual(rows, row.rows)) refuse('same', { xn: row.xn, edition: row.edition })
  await db.update(chargeTable, id, { state: 'replaced' })
  const { channelId, xn, itemIds, basis, filingNo } = row
  const edition = row.edition + 1
  await db.insert(chargeTable, { channelId, xn, itemIds, basis, filingNo, edition, state: 'published', publishedAt: new Date().toISOString(), rows })
  await pagesChanged(db)
  return { edition }
})
export default [
  publish,
  renew,
  rules(chargeTable, {
    async add({ db }, draft) {
      if (!isSchoolYear(draft.xn ?? '')) throw refusalOf(chargeTable, 'xn', { xn: draft.xn ?? '' }, 'xn')
      await mustBe(db, draft.channelId, 'charge')
      await checkItems(db, draft.itemIds)
    },
    async update({ db }, row, patch) {
      mustAllow(chargeTable, row, 'update')
      await mustBe(db, patch.channelId, 'charge')
      await checkItems(db, patch.itemIds)
    },
    async remove(_ctx, row) {
      mustAllow(chargeTable, row, 'remove')
    },
    async taken(_ctx, draft) {
      throw refusalOf(chargeTable, 'twice', { xn: draft.xn ?? '' }, 'xn')
    },
  }),
  compute(chargeTable, ['differs'], async ({ db }, rows) => {
    const published = await db.unscoped(chargeTable).all({ id: rows.flatMap(row => (row.state === 'published' ? row.id : [])) }) // rows the caller lists, with what was published
    const now = await standardsOf(db, published)
    const same = new Map(published.map(({ id, rows: kept }) => [id, isDeepStrictEqual(now.get(id), kept)]))
    for (const row of rows) if (same.has(row.id)) row.differs = same.get(row.id) ? 'same' : 'changed'
  }),
]
