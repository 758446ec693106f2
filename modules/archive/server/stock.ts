import sql, { type Sql } from 'sql-template-tag'
import { refusalOf } from '#model'
import { compute, type Db, handle } from '#server/context.ts'
import { type ArchiveFile, archiveFile, type FileState } from '../model/archive-file.ts'
import { archiveLocation } from '../model/archive-location.ts'
import { type ArchiveStock, archiveStock, archiveStockScan, confirmStock, dropStock, type RESULTS, scanStock, startStock, stockResult } from '../model/archive-stock.ts'
import { placeName } from './locations.ts'
import { moveFiles } from './moves.ts'

/** States of files that lie on a shelf. */
const HERE = ['inStore', 'sealed', 'held'] as const satisfies readonly FileState[]
const begin = handle(startStock, async ({ db, me }, { locationId }) => {
  const place = await db.unscoped(archiveLocation).one(locationId) // places without data of students
  const made = await db.insertOrSkip(archiveStock, { locationId, takenBy: me.userId })
  if (!made) throw refusalOf(archiveStock, 'running', { name: place.name }, 'locationId')
  return { id: made.id }
})
/** The place with all that stands in it. */
async function within(db: Db, { locationId }: ArchiveStock): Promise<string[]> {
  const all = [...(await db.cached(archiveLocation)).values()]
  const found = [locationId]
  for (const id of found) found.push(...all.filter(l => l.parentId === id).map(l => l.id))
  return found
}
const lies = (file: ArchiveFile, places: readonly string[]): boolean => (HERE as readonly string[]).includes(file.state) && places.includes(file.locationId ?? '')
/** 50-AR9: what the scanner reads is written down; no file changes. */
const scan = handle(scanStock, async ({ db }, given) => {
  const code = given.code.trim()
  const stock = await db.visible(archiveStock).lock(given.id, 'scan')
  const file = await db.unscoped(archiveFile).find({ archiveNo: code }) // whoever takes stock scans whatever lies there
  const result: keyof typeof RESULTS = !file ? 'unknown' : lies(file, await within(db, stock)) ? 'right' : 'misplaced'
  const made = await db.insertOrSkip(archiveStockScan, { stockId: stock.id, code, fileId: file?.id ?? null, result })
  if (!made) throw refusalOf(archiveStock, 'twice', { code }, 'code')
  return { result, place: file?.locationId ? await placeName(db, file.locationId) : (file?.holder ?? null) }
})
interface Taken {
  expected: ArchiveFile[]
  missing: ArchiveFile[]
  misplaced: ArchiveFile[]
  unknown: string[]
}
/** As the files stand now. */
async function taken(db: Db, stock: ArchiveStock): Promise<Taken> {
  const places = await within(db, stock)
  const scans = await db.unscoped(archiveStockScan).all({ stockId: stock.id }, { sort: ['createdAt'] }) // of a stock in scope, as below
  const expected = await db.unscoped(archiveFile).all({ locationId: places, state: [...HERE] }, { sort: ['archiveNo'] })
  const seen = new Set(scans.map(x => x.fileId))
  const found = await db.unscoped(archiveFile).all({ id: scans.flatMap(x => x.fileId ?? []) }, { sort: ['archiveNo'] })
  return {
    expected,
    missing: expected.filter(f => !seen.has(f.id)),
    misplaced: found.filter(f => !lies(f, places)),
    unknown: scans.flatMap(x => (x.fileId ? [] : [x.code])),
  }
}
const lineOf = ({ id, archiveNo, holder }: ArchiveFile) => ({ id, archiveNo, place: holder })
const read = handle(stockResult, async ({ db }, { id }) => {
  const { expected, missing, misplaced, unknown } = await taken(db, await db.visible(archiveStock).one(id))
  return { expected: expected.length, right: expected.length - missing.length, missing: missing.map(lineOf), misplaced: misplaced.map(lineOf), unknown }
})
const confirm = handle(confirmStock, async ({ db }, { id }) => {
  const stock = await db.visible(archiveStock).lock(id, 'confirm')
  const { missing, misplaced } = await taken(db, stock)
  const note = '盘点'
  if (missing.length)
    await moveFiles(
      db,
      missing.map(f => f.id),
      { kind: 'relocate', from: HERE, patch: { state: 'lost', locationId: null }, to: '盘点未见', note },
    )
  const { locationId } = stock
  const to = await placeName(db, locationId)
  const shelved = misplaced.filter(f => (HERE as readonly string[]).includes(f.state)).map(f => f.id)
  const back = misplaced.filter(f => f.state === 'lost').map(f => f.id)
  if (shelved.length) await moveFiles(db, shelved, { kind: 'relocate', from: HERE, patch: { locationId }, to, note })
  if (back.length) await moveFiles(db, back, { kind: 'relocate', from: ['lost'], patch: { state: 'inStore', locationId }, to, note })
  await db.update(archiveStock, id, { state: 'confirmed', confirmedAt: new Date().toISOString() })
  return { lost: missing.length, moved: shelved.length + back.length }
})
const drop = handle(dropStock, async ({ db }, { id }) => {
  await db.visible(archiveStock).lock(id, 'drop')
  await db.update(archiveStock, id, { state: 'dropped' })
})
const counts = compute(archiveStock, ['scanned'], async ({ db }, rows) => {
  const ids: Sql = sql`${rows.map(r => r.id)}::uuid[]`
  const found = await db.query<{ id: string; count: number }>(
    sql`select stock_id as id, count(*)::int as count from archive_stock_scan where tenant_id = ${db.me.tenantId} and stock_id = any(${ids}) group by 1`,
  )
  const of = new Map(found.map(f => [f.id, f.count]))
  for (const row of rows) row.scanned = of.get(row.id) ?? 0
})
export default [begin, scan, read, confirm, drop, counts]
