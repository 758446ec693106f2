import sql from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { ownStudentId, studentNumbers } from '#modules/student/server/api.ts'
import { type Db, handle } from '#server/context.ts'
import { leavingItems, leavingSides } from '#server/extensions/graduation-items.ts'
import { translate } from '#server/i18n/translate.ts'
import { graduationItem, graduationMark } from '../../audit/model/item.ts'
import { clearanceProgress, graduationClearance, myClearance, reopenClearance, tickClearance, waiveClearance } from '../model/clearance.ts'

type Clearance = Row<typeof graduationClearance>
/** The chosen rows, in scope and of the school's own items: what a module declares nobody settles by hand. */
async function ownRows(db: Db, ids: ReadonlyArray<string | null>, state: ReadonlyArray<Clearance['state']>): Promise<Clearance[]> {
  const items = await db.cached(graduationItem)
  const rows = await db.visible(graduationClearance).all({ id: ids.flatMap(id => id ?? []) })
  const declared = rows.map(r => items.get(r.itemId)).find(i => i?.isDeclared)
  if (declared) throw refusalOf(graduationClearance, 'declared', { name: declared.name })
  return rows.filter(r => state.includes(r.state))
}
/** The tick is a result of the item, as an import brings it; the list follows. */
async function mark(db: Db, rows: readonly Clearance[], isMet: boolean): Promise<void> {
  const items = await db.cached(graduationItem)
  const drafts = new Map(rows.map(({ itemId, studentId }) => [itemId + studentId, { itemId, studentId, isMet, value: null }]))
  if (drafts.size) await db.upsert(graduationMark, ['itemId', 'studentId'], [...drafts.values()])
  for (const [itemId, of] of Map.groupBy(rows, r => r.itemId))
    await leavingSides.of(db)?.look(
      db,
      items.get(itemId)?.code ?? '',
      of.map(r => r.studentId),
    )
}
const tick = handle(tickClearance, async ({ db }, { ids }) => {
  const rows = await ownRows(db, ids, ['open'])
  await mark(db, rows, true)
  return { done: rows.length }
})
const waive = handle(waiveClearance, async ({ db, me }, { ids, reason }) => {
  const rows = await ownRows(db, ids, ['open'])
  const done = await db.updateWhere(graduationClearance, { id: rows.map(r => r.id), state: 'open' }, { state: 'waived', reason, doneAt: new Date().toISOString(), byId: me.userId })
  return { done: done.length }
})
const reopen = handle(reopenClearance, async ({ db }, { ids }) => {
  const rows = await ownRows(db, ids, ['done', 'waived'])
  await db.updateWhere(graduationClearance, { id: rows.map(r => r.id), state: 'waived' }, { state: 'open', reason: null, doneAt: null, byId: null })
  await mark(db, rows, false)
  return { done: rows.length }
})
const mine = handle(myClearance, async ({ db, me, lang }) => {
  const items = await db.cached(graduationItem)
  const rows = await db.unscoped(graduationClearance).all({ studentId: ownStudentId(me) }) // the caller's own
  const links = new Map(db.registered(leavingItems).map(i => [i.code, i.link]))
  return rows
    .map(row => ({ row, item: items.get(row.itemId) }))
    .sort((a, b) => (a.item?.sort ?? 0) - (b.item?.sort ?? 0))
    .map(({ row: { id, required, state, doneAt, reason }, item }) => ({
      id,
      name: translate(lang, item?.name ?? ''),
      required,
      state,
      doneAt,
      reason,
      link: (state === 'open' && links.get(item?.code ?? '')) || null,
    }))
})
const progress = handle(clearanceProgress, async ({ db, lang }) => {
  const rows = db.visible(graduationClearance).rows()
  const [whole, items] = await Promise.all([
    db.query<{ students: number; finished: number }>(
      sql`select count(*)::int as students, count(*) filter (where open = 0)::int as finished from (select student_id, count(*) filter (where state = 'open') as open from ${rows} c group by 1) s`,
    ),
    db.query<{ name: string; total: number; open: number }>(sql`select i.name, count(*)::int as total, count(*) filter (where c.state = 'open')::int as open
      from ${rows} c join graduation_item i on i.tenant_id = c.tenant_id and i.id = c.item_id group by i.id, i.name, i.sort order by i.sort, i.name`),
  ])
  return { students: 0, finished: 0, ...whole[0], items: items.map(i => ({ ...i, name: translate(lang, i.name) })) }
})
export default [tick, waive, reopen, mine, progress, ...studentNumbers(graduationClearance)]
