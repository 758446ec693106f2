import { copyFile, stat } from 'node:fs/promises'
import sql from 'sql-template-tag'
import type { Row } from '#model'
import { type Db, handle } from '#server/context.ts'
import type { Gate } from '#server/data/gate.ts'
import { contentOf } from '#server/files/receive.ts'
import { GB, usedIn } from '#server/files/storage-quota.ts'
import { type FileStore, openStore } from '#server/files/store.ts'
import { backgroundTask, cancelTask, enqueueTask } from '#server/jobs/background-task.ts'
import { attachment, bucket, cancelMove, fileMove, moveFiles } from '../model/files.ts'
import { isReserved } from './buckets.ts'

const QUEUE = 'file.move'
const AT_ONCE = 20
type Move = Pick<Row<typeof fileMove>, 'id' | 'fromBucket' | 'toBucket' | 'state'>
/** The school's running migration. All objects are copied and verified first, then all rows switch in one transaction, and only then the old objects are deleted: interrupted at
 *  any point, every row still refers to an existing object. */
export const moves = backgroundTask(QUEUE, {
  atOnce: 1,
  async run(db, { id, signal }) {
    for (;;) {
      signal.throwIfAborted()
      const move = await db.unscoped(fileMove).find({ id, state: ['copying', 'clearing'] }) // background job: no data scope
      if (!move) return undefined
      if (move.state === 'copying') await copySome(db, move)
      else if (!(await clearSome(db, move))) return tx => tx.updateWhere(fileMove, { id }, { state: 'done', endedAt: new Date().toISOString() })
    }
  },
  async failed(tx, { id }, error) {
    const message = (error as Error).message.slice(0, 500)
    await tx.updateWhere(fileMove, { id, state: ['copying', 'clearing'] }, { state: 'failed', message, endedAt: new Date().toISOString() })
  },
})
const waiting = (db: Db, move: Move) => sql`select distinct on (a.object_key) a.object_key as key, a.size from attachment a
  where a.tenant_id = ${db.me.tenantId} and a.bucket_name = ${move.fromBucket} and not exists (select from file_move_object o where o.tenant_id = a.tenant_id and o.move_id = ${move.id} and o.object_key = a.object_key)`

async function copySome(db: Db, move: Move): Promise<void> {
  const objects = await db.query<{ key: string; size: number }>(sql`${waiting(db, move)} limit ${AT_ONCE}`)
  const files = await openStore((db as Gate).kernel)
  for (const { key, size } of objects) {
    const local = await files.local(db, { bucketName: move.fromBucket, objectKey: key })
    try {
      const found = (await stat(local.path)).size
      if (found !== size) throw new Error(`${key}: ${found} of ${size} bytes`)
      // The disk driver moves the given file, so pass a copy.
      const copy = await copyOf(files, local.path)
      await files.put(db, { bucketName: move.toBucket, objectKey: key }, copy)
      if ((await files.size(db, { bucketName: move.toBucket, objectKey: key })) !== size) throw new Error(`${key}: not whole in ${move.toBucket}`)
    } finally {
      await local.release()
    }
    await db.query(sql`insert into file_move_object (tenant_id, move_id, object_key, size) values (${db.me.tenantId}, ${move.id}, ${key}, ${size}) on conflict do nothing`)
  }
  const copied = sql`(select count(*) from file_move_object o where o.tenant_id = t.tenant_id and o.move_id = t.id)::int`
  await db.updateWhere(fileMove, { id: move.id }, { copied }, { bookkeeping: true })
  if (objects.length < AT_ONCE) await change(db, move)
}
async function copyOf(files: FileStore, path: string) {
  const copy = `${files.tmp}/move-${process.pid}-${performance.now()}`
  await copyFile(path, copy)
  return { path: copy, ...(await contentOf(copy)) }
}
/** Switches the rows under lock if nothing is left to copy; files added meanwhile need another round. */
const change = (db: Db, move: Move): Promise<void> =>
  db.tx(async inside => {
    await inside.query(sql`select id from attachment where tenant_id = ${inside.me.tenantId} and bucket_name = ${move.fromBucket} for update`)
    if ((await inside.query(sql`${waiting(inside, move)} limit 1`)).length) return
    await inside.updateWhere(attachment, { bucketName: move.fromBucket }, { bucketName: move.toBucket }, { history: false }) // all files of the store, by definition of the migration
    await inside.updateWhere(fileMove, { id: move.id }, { state: 'clearing', total: sql`copied` })
  })
/** Returns whether there may be more. */
async function clearSome(db: Db, move: Move): Promise<boolean> {
  const files = await openStore((db as Gate).kernel)
  const objects = await db.query<{ key: string }>(
    sql`select object_key as key from file_move_object where tenant_id = ${db.me.tenantId} and move_id = ${move.id} and not is_cleared limit ${AT_ONCE}`,
  )
  for (const { key } of objects) {
    await files.remove(db, { bucketName: move.fromBucket, objectKey: key }).catch(() => undefined)
    await db.query(sql`update file_move_object set is_cleared = true where tenant_id = ${db.me.tenantId} and move_id = ${move.id} and object_key = ${key}`)
  }
  return objects.length === AT_ONCE
}
export default [
  moves,
  handle(moveFiles, async ({ db, refuse }, { fromBucket, toBucket }) => {
    if (fromBucket === toBucket) refuse('same', {}, 'toBucket')
    const rows = new Map((await db.visible(bucket).all({ name: [fromBucket, toBucket] })).map(b => [b.name, b]))
    for (const name of [fromBucket, toBucket]) if (!isReserved(name) && !rows.has(name)) refuse('unknown', { name })
    const used = await usedIn(db, [fromBucket, toBucket])
    const moved = used.get(fromBucket) ?? refuse('empty', { name: fromBucket })
    const quota = rows.get(toBucket)?.quotaGb
    if (quota && moved.bytes + (used.get(toBucket)?.bytes ?? 0) > quota * GB) refuse('full', { name: toBucket, quota })
    const made = await db.insertOrSkip(fileMove, { fromBucket, toBucket, total: moved.count, startedAt: new Date().toISOString() })
    const { id } = made ?? refuse('running')
    await enqueueTask(db, QUEUE, id, {})
    return { id }
  }),
  handle(cancelMove, async ({ db, refuse }, { id }) => {
    await db.visible(fileMove).one(id)
    const done = await db.updateWhere(fileMove, { id, state: 'copying' }, { state: 'cancelled', endedAt: new Date().toISOString() })
    if (!done.length) refuse('late')
    await cancelTask(db, id)
  }),
]
