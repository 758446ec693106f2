import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { type PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import sql from 'sql-template-tag'
import { ZipFile } from 'yazl'
import { type Entity, shownFields, storedFields } from '#model'
import { systemGate, systemPrincipal } from '../access/calls.ts'
import type { Core } from '../data/core.ts'
import { Gate } from '../data/gate.ts'
import { runOn } from '../data/pool.ts'
import { nanoid } from '../files/random.ts'
import { type FileStore, LOCAL, openStore, type Place } from '../files/store.ts'
import { tokenHash } from '../identity/tokens.ts'
import { complete } from '../records/present-records.ts'
import { exportColumns } from '../spreadsheets/export-columns.ts'
import { type Value, writeWorkbook } from '../spreadsheets/write.ts'
import { FROZEN_DAYS } from './close.ts'
import { note } from './note.ts'
import { schoolRefusal } from './refusals.ts'

export interface Package {
  stream: NodeJS.ReadableStream
  name: string
}
const BATCH_SIZE = 1000
export const packagePlace = (tenantId: string, file: string): Place => ({ bucketName: LOCAL, objectKey: `${tenantId}/${file}` })

/** Export of a closed school: a spreadsheet per entity, unmasked, and all files. */
export async function makePackage(core: Core, tenantId: string): Promise<void> {
  const store = await openStore(core)
  const path = join(store.tmp, nanoid())
  const zip = new ZipFile()
  // a read error fails the package, not the process; the scheduled job retries
  zip.on('error', error => (zip.outputStream as PassThrough).destroy(error))
  const gate = everything(core, tenantId)
  for (const module of core.registry.modules)
    for (const e of module.entities.filter(of => of.table !== 'tenant'))
      zip.addReadStreamLazy(`${module.name}/${e.label}.xlsx`, { compress: false }, send => {
        sheet(core, gate, e).then(
          made => send(null, made),
          error => send(error as Error, Readable.from([])),
        )
      })
  await addFiles(zip, gate, store)
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(path, { mode: 0o600 }))
  const file = randomUUID()
  await store.put(gate, packagePlace(tenantId, file), { path, size: 0, sha256: '' })
  const made = await gate.query(sql`update tenant set package_file = ${file} where id = ${tenantId} and state = 'closed' and package_file is null returning 1 as made`)
  if (!made.length) await store.remove(gate, packagePlace(tenantId, file))
}
/** Gate with every permission on the whole school. */
function everything(core: Core, tenantId: string): Gate {
  const keys = [...core.registry.permissions.keys()]
  const me = { ...systemPrincipal(tenantId), permissions: new Map(keys.map(key => [key, [{ roleCode: 'package', scope: 'all' as const }]])) }
  return new Gate(core, { me, permission: '', scopes: new Map(), source: 'package', ip: null, traceId: null })
}
async function sheet(core: Core, gate: Gate, e: Entity): Promise<Readable> {
  const stored = new Set(storedFields(e).map(([name]) => name))
  const names = [...shownFields(e).map(([name]) => name), 'createdAt', 'updatedAt'].filter(name => stored.has(name) || name.endsWith('At'))
  const columns = await exportColumns(gate, e, gate.me, Object.fromEntries(names.map(name => [name, e.fields[name]?.label ?? name])), 'zh-cn')
  const ctx = { core, db: gate, me: gate.me, lang: 'zh-cn' as const, ip: '', traceId: '' }
  async function* rows(): AsyncGenerator<Value[][]> {
    // unscoped: the export contains all rows
    for await (const batch of gate.unscoped(e).stream({ batchSize: BATCH_SIZE, sort: ['id'] })) {
      const found = batch as Array<Record<string, unknown>>
      await complete(ctx, e, found, names)
      yield found.map(row => columns.map(c => c.read(row)))
    }
  }
  return writeWorkbook({ name: e.label, columns: columns.map(c => c.sheet), rows: rows() })
}
async function addFiles(zip: ZipFile, gate: Gate, store: FileStore): Promise<void> {
  const files = await gate.query<Place & { id: string; name: string; bizType: string | null }>(
    sql`select id, name, bucket_name as "bucketName", object_key as "objectKey", biz_type as "bizType" from attachment where tenant_id = ${gate.me.tenantId} and biz_id is not null and scan_state <> 'blocked'
      and coalesce(biz_type, '') not in ('importJob', 'exportJob') order by id`,
  )
  for (const { id, name, bizType, ...place } of files)
    zip.addReadStreamLazy(`文件/${bizType ?? '其他'}/${id}-${name.replace(/[\\/:*?"<>|]/g, ' ')}`, { compress: false }, send => {
      contentOf(store, gate, place).then(
        stream => send(null, stream),
        error => send(error as Error, Readable.from([])),
      )
    })
}
/** A missing object yields an empty file instead of failing the package. */
async function contentOf(store: FileStore, gate: Gate, place: Place): Promise<Readable> {
  try {
    return await store.open(gate, place)
  } catch (error) {
    if ((await store.size(gate, place)) === undefined) return Readable.from([])
    throw error
  }
}
/** Download by the holder of the link; each download is logged for the school. */
export async function openPackage(core: Core, token: string): Promise<Package> {
  const found = await runOn<{ id: string; schoolName: string; file: string | null }>(
    core.pool,
    `select id, school_name as "schoolName", package_file as file from tenant where package_hash = $1 and state = 'closed' and erased_at is null`,
    [tokenHash(token)],
  )
  const [school] = found
  if (!school) throw schoolRefusal('packageGone', { days: FROZEN_DAYS }, 404)
  if (!school.file) throw schoolRefusal('packageWaits')
  const stream = await (await openStore(core)).open(systemGate(core, school.id, 'package'), packagePlace(school.id, school.file))
  await note(systemGate(core, school.id, 'package'), 'tenancy.packageTaken', {}, { name: '链接', ip: '', traceId: '' })
  return { stream, name: `${school.schoolName}.zip` }
}
