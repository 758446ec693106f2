import sql from 'sql-template-tag'
import { type Entity, entityNamed, hasEntity, hasExtension, permissionKey, Refusal } from '#model'
import type { Db } from '../context.ts'
import type { Gate } from '../data/gate.ts'
import { anyOf } from '../data/where.ts'
import { fileRefusal, typeOf } from './kinds.ts'
import { objectKey } from './random.ts'
import { fileReaders } from './readers.ts'
import type { Received } from './receive.ts'
import type { FileStore, Place } from './store.ts'

/** A stored file with its owning row. */
export interface Attachment {
  id: string
  name: string
  ext: string
  size: number
  sha256: string
  bucketName: string
  objectKey: string
  type: string
  ownerId: string
  bizType: string | null
  bizId: string | null
  field: string | null
  isPublic: boolean
  sensitivity: 'S1' | 'S2' | null
  scanState: 'pending' | 'clean' | 'blocked'
}
export interface Belonging {
  bizType?: string | null
  bizId?: string | null
  field?: string | null
  /** Deleted by the clean-up job after this time. */
  expiresAt?: Date | null
  isPublic?: boolean
  /** Owner, for files the program stores on somebody's behalf. */
  ownerId?: string
}
const COLUMNS = sql`id, name, ext, size, sha256, bucket_name as "bucketName", object_key as "objectKey", type, owner_id as "ownerId", biz_type as "bizType", biz_id as "bizId", field,
  is_public as "isPublic", sensitivity, scan_state as "scanState"`
/** Advisory lock per content hash: taken by deduplicating uploads and by deletion, so that an object is never deleted while a new file starts to share it. */
const contentLock = (sha256: string) => sql`select pg_advisory_xact_lock(hashtextextended(${`file ${sha256}`}, 0))`

const MB = 1_048_576
/** Stores a received file. Contents are deduplicated per tenant. */
export async function keep(db: Db, store: FileStore, file: Received, of: Belonging = {}): Promise<Attachment> {
  try {
    return await db.tx(async inside => {
      await inside.query(contentLock(file.sha256))
      const bucketName = await store.bucketFor(inside)
      const twin = await inside.query<{ key: string }>(
        sql`select object_key as key from attachment where tenant_id = ${db.me.tenantId} and sha256 = ${file.sha256} and size = ${file.size} and bucket_name = ${bucketName} limit 1`,
      )
      if (!twin[0]) await store.takeRoom(inside, bucketName, file.size)
      const key = twin[0]?.key ?? objectKey(db.me.tenantId)
      const rows =
        await inside.query<Attachment>(sql`insert into attachment (tenant_id, name, ext, size, sha256, bucket_name, object_key, type, owner_id, biz_type, biz_id, field, is_public, sensitivity, expires_at)
        values (${db.me.tenantId}, ${file.name}, ${file.ext}, ${file.size}, ${file.sha256}, ${bucketName}, ${key}, ${typeOf(file.ext)}, ${of.ownerId ?? db.me.userId}, ${of.bizType ?? null}, ${of.bizId ?? null}, ${of.field ?? null},
          ${of.isPublic ?? false}, ${sensitivityOf(of)}, ${of.expiresAt?.toISOString() ?? null}) returning ${COLUMNS}`)
      // Last: no object is written for a row the database refuses.
      if (!twin[0]) await store.put(inside, { bucketName, objectKey: key }, file)
      return rows[0] as Attachment
    })
  } finally {
    await file.discard()
  }
}
const sensitivityOf = ({ bizType, field }: Belonging): 'S1' | 'S2' | null =>
  bizType && field && hasEntity(bizType) ? (entityNamed(bizType).fields[field]?.options.sensitivity ?? null) : null

export const findAttachment = async (db: Db, id: string): Promise<Attachment | undefined> => (await findAttachments(db, [id]))[0]
/** The existing ones of these files, in any order. */
export const findAttachments = (db: Db, ids: readonly string[]): Promise<Attachment[]> =>
  db.query(sql`select ${COLUMNS} from attachment where tenant_id = ${db.me.tenantId} and id = any(${[...ids]}::uuid[]) and (expires_at is null or expires_at > now())`)
/** Whether the caller may read a file: decided by access to its row, checked for each link. An unattached file is readable by its uploader only, a job's file by its owner
 *  only. */
export async function mayRead(db: Gate, file: Attachment): Promise<boolean> {
  if (file.scanState === 'blocked') return false
  const isOwner = file.ownerId === db.me.userId
  if (!file.bizType || !file.bizId || !hasEntity(file.bizType)) return isOwner
  const of = entityNamed(file.bizType)
  // the uploader already knows the content: a student's own certificate
  if (file.sensitivity === 'S2' && !isOwner && !db.me.permissions.has(permissionKey(of, 'reveal'))) return false
  if ((await db.visibleFor(of, permissionKey(of, 'list')).count({ id: file.bizId } as never)) > 0) return true
  for (const reader of db.registered(fileReaders)) if (reader.bizType === of.name && (await reader.may(db, file.bizId, file.field))) return true
  return false
}
/** Attaches uploads to the row that references them. Only the caller's own unattached files are accepted; files already attached to this row stay. */
export async function attachFiles(db: Db, of: Entity, rowId: string, values: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [field, { kind, options, label }] of Object.entries(of.fields)) {
    const ids = values[field]
    const { types, mostMb = Number.POSITIVE_INFINITY } = options
    if (kind !== 'files' || !Array.isArray(ids) || !ids.length) continue
    const tied = await db.query<{ name: string; ext: string; size: number; isNew: boolean }>(sql`
      update attachment a set biz_type = ${of.name}, biz_id = ${rowId}, field = ${field}, sensitivity = ${options.sensitivity ?? null}, expires_at = null
      from attachment was where was.tenant_id = a.tenant_id and was.id = a.id and a.tenant_id = ${db.me.tenantId} and a.id = any(${ids}::uuid[])
        and ((a.biz_id is null and a.owner_id = ${db.me.userId} and a.biz_type is distinct from 'importJob' and a.biz_type is distinct from 'exportJob') or (a.biz_type = ${of.name} and a.biz_id = ${rowId}))
      returning a.name, a.ext, a.size::float8 as size, was.biz_id is null as "isNew"`)
    if (tied.length < new Set(ids).size) throw new Refusal(422, [{ field, rule: 'file.notYours', text: '{label}里有不存在或不属于你的文件，请重新上传', values: { label } }])
    const large = tied.find(file => file.isNew && file.size > mostMb * MB)
    if (large) throw fileRefusal('tooLarge', { name: large.name, max: mostMb }, field)
    if (!types) continue
    const wrong = tied.find(file => file.isNew && !hasExtension(file.name, types))
    if (wrong) throw fileRefusal('type', { ext: wrong.ext, allowed: types.join('、') }, field)
  }
}
/** Attaches one of the caller's own files (unattached or of the same `bizType`) to something that is not an entity's row. False when it is not theirs or has another
 *  extension. */
export async function tieOwn(
  db: Db,
  id: string,
  { bizType, bizId, field }: Required<Pick<Belonging, 'bizType' | 'bizId' | 'field'>>,
  extensions: readonly string[],
): Promise<boolean> {
  const tied =
    await db.query(sql`update attachment set biz_type = ${bizType}, biz_id = ${bizId}, field = ${field} where tenant_id = ${db.me.tenantId} and id = ${id} and owner_id = ${db.me.userId}
    and ext = any(${[...extensions]}::text[]) and (biz_id is null or biz_type = ${bizType}) returning id`)
  return tied.length > 0
}
/** Makes the files of a row public, or private again. */
export async function setPublic(db: Db, of: Entity, rowId: string, isPublic: boolean): Promise<void> {
  await db.query(
    sql`update attachment set is_public = ${isPublic} where tenant_id = ${db.me.tenantId} and biz_type = ${of.name} and biz_id = ${rowId} and is_public <> ${isPublic}`,
  )
}
/** Copies a file to another row, owned by the caller, or as before where the program itself copies; returns the new id. The stored object is shared, access rights are separate. */
export async function copyFile(db: Db, id: string, { of, rowId }: { of: Entity; rowId: string }): Promise<string | undefined> {
  const [twin] = await db.query<{ id: string }>(sql`
    insert into attachment (tenant_id, name, ext, size, sha256, bucket_name, object_key, type, owner_id, biz_type, biz_id, field, is_public, sensitivity)
    select tenant_id, name, ext, size, sha256, bucket_name, object_key, type, coalesce(${db.me.userId || null}::uuid, owner_id), ${of.name}, ${rowId}, field, is_public, sensitivity from attachment where tenant_id = ${db.me.tenantId} and id = ${id} returning id`)
  return twin?.id
}
/** Sets an expiry on the files of a row; the next clean-up after it deletes them. */
export async function keepFilesUntil(db: Db, of: Entity, rowId: string, until: Date): Promise<void> {
  await db.query(sql`update attachment set expires_at = ${until.toISOString()} where tenant_id = ${db.me.tenantId} and biz_type = ${of.name} and biz_id = ${rowId}`)
}
/** Transfers ownership of a row's files. */
export async function giveFiles(db: Db, of: Entity, rowId: string, ownerId: string): Promise<void> {
  await db.query(sql`update attachment set owner_id = ${ownerId} where tenant_id = ${db.me.tenantId} and biz_type = ${of.name} and biz_id = ${rowId}`)
}
/** Marks the files of deleted rows for deletion by the next clean-up. */
export const dropFiles = (db: Db, of: Entity, rowIds: readonly string[]): Promise<void> =>
  db.enqueue(sql`update attachment set expires_at = now() where tenant_id = ${db.me.tenantId} and biz_type = ${of.name} and biz_id = ${anyOf(rowIds, 'uuid')}`)
/** The same for single files of a row that stays. */
export const dropFilesOf = (db: Db, of: Entity, ids: readonly string[]): Promise<void> =>
  db.enqueue(sql`update attachment set expires_at = now() where tenant_id = ${db.me.tenantId} and biz_type = ${of.name} and id = ${anyOf(ids, 'uuid')}`)
/** Deletes files and, unless shared, their objects: the row first, so that no row ever points at a missing object. */
export async function eraseFiles(db: Db, store: FileStore, ids: readonly string[]): Promise<number> {
  const gone = ids.length
    ? await db.query<{ sha256: string } & Place>(
        sql`delete from attachment where tenant_id = ${db.me.tenantId} and id = any(${[...ids]}::uuid[]) returning sha256, bucket_name as "bucketName", object_key as "objectKey"`,
      )
    : []
  for (const { sha256, ...place } of gone) {
    await db.tx(async inside => {
      await inside.query(contentLock(sha256))
      const shared = await inside.query(
        sql`select 1 from attachment where tenant_id = ${db.me.tenantId} and bucket_name = ${place.bucketName} and object_key = ${place.objectKey} limit 1`,
      )
      if (!shared.length) await store.remove(inside, place)
    })
  }
  return gone.length
}
/** Deletes expired files and uploads not attached within a day. */
export async function eraseStale(db: Db, store: FileStore, limit = 1000): Promise<number> {
  const rows = await db.query<{ id: string }>(sql`select id from attachment where tenant_id = ${db.me.tenantId}
    and (expires_at < now() or (biz_id is null and not is_public and expires_at is null and created_at < now() - interval '24 hours')) order by created_at limit ${limit}`)
  return eraseFiles(
    db,
    store,
    rows.map(r => r.id),
  )
}
