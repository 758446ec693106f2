import { createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { cipher } from '../data/cipher.ts'
import { keysOf } from '../data/keys.ts'
import type { Driver } from '../files/driver.ts'
import { contentOf, hashOfStream } from '../files/receive.ts'
import { type S3Settings, s3Driver } from '../files/s3.ts'
import { type BucketRow, bucketSettings, installedBucket, LOCAL, type Place } from '../files/store.ts'
import type { Earlier } from './earlier-backups.ts'
import type { Part } from './manifest.ts'

/** A file of a school that is in an S3 store. */
export interface StoredObject extends Place {
  tenantId: string
  size: number
  /** Hash at upload. */
  sha256: string
}
export type StoredPart = Part & Pick<StoredObject, 'tenantId' | keyof Place>
/** A store of one school, or the installation's. */
export interface StorePlace {
  tenantId: string | undefined
  /** Tenant code of the school. */
  school: string | undefined
  bucketName: string
  /** Throws when the credentials cannot be decrypted. */
  settings(): S3Settings
}
/** Stores of an installation and the objects in them, according to the database. */
export interface Stores {
  objects: readonly StoredObject[]
  /** Configured stores. */
  places: readonly StorePlace[]
  /** Throws when the store is not configured. */
  driverOf(object: Pick<StoredObject, 'tenantId' | 'bucketName'>): Driver
}
const AT_ONCE = 8
const TRIES = 3

/** Reads the objects in stores and the stores' settings: the installation's from the environment, schools' from the database, decrypted with `secret`. */
export async function readStores(client: pg.Client, secret: () => Buffer, env: NodeJS.ProcessEnv = process.env): Promise<Stores> {
  const { rows: objects } = await client.query<StoredObject>(
    `select distinct on (tenant_id, bucket_name, object_key) tenant_id as "tenantId", bucket_name as "bucketName", object_key as "objectKey", size::float8 as size, sha256
      from attachment where bucket_name <> $1`,
    [LOCAL],
  )
  const { rows: buckets } = await client.query<Omit<BucketRow, 'vendor' | 'isDefault' | 'quotaGb'> & { tenantId: string; school: string }>(
    `select b.tenant_id as "tenantId", t.code as school, b.name, b.endpoint, b.region, b.access_key as "accessKey", b.secret from bucket b join tenant t on t.id = b.tenant_id order by t.code, b.name`,
  )
  const installed = installedBucket(env)
  const places: StorePlace[] = [
    ...(installed ? [{ tenantId: undefined, school: undefined, bucketName: installed.name, settings: () => installed.settings }] : []),
    ...buckets.map(row => ({ ...row, bucketName: row.name, settings: () => bucketSettings(cipher(keysOf(secret())), row) })),
  ]
  const made = new Map<StorePlace, Driver>()
  return {
    objects,
    places,
    driverOf(object) {
      const place = placeOf(places, object)
      if (!place) throw new Error(`The store ${object.bucketName} is not set up: name it with FILES_S3_BUCKET and what belongs to it.`)
      const driver = made.get(place) ?? s3Driver(place.settings())
      made.set(place, driver)
      return driver
    },
  }
}
/** Store of an object. The installation's takes precedence over a school's of the same name. */
export const placeOf = (places: readonly StorePlace[], { tenantId, bucketName }: Pick<StoredObject, 'tenantId' | 'bucketName'>): StorePlace | undefined =>
  places.find(p => p.bucketName === bucketName && (!p.tenantId || p.tenantId === tenantId))
/** Downloads objects not `known` yet into the backup and verifies their hashes; `lost` lists missing or changed ones. If an `earlier` backup has the content, only the size is
 *  checked. */
export async function saveObjects(stores: Stores, folder: string, earlier: Earlier, known: ReadonlySet<string>): Promise<{ parts: StoredPart[]; lost: string[] }> {
  const parts: StoredPart[] = []
  const lost: string[] = []
  await each(stores.objects, async ({ size, sha256, ...place }) => {
    const path = join('stores', place.tenantId, place.bucketName, place.objectKey)
    if (known.has(path)) return
    const to = join(folder, path)
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    const driver = stores.driverOf(place)
    const isHeld = (await tried(() => driver.size(place.objectKey))) === size && (await earlier.take(sha256, to))
    const found = isHeld ? { size, sha256 } : await tried(() => fetched(driver, place.objectKey, to))
    if (found?.sha256 === sha256 && found.size === size) parts.push({ ...place, path, size, sha256 })
    else {
      await rm(to, { force: true })
      lost.push(`${place.bucketName}/${place.objectKey} ${found ? 'is not what was stored' : 'is not there'}`)
    }
  })
  return { parts, lost }
}
async function fetched(driver: Driver, key: string, to: string): Promise<{ size: number; sha256: string } | undefined> {
  const content = await opened(driver, key)
  if (!content) return undefined
  await pipeline(content, createWriteStream(to, { mode: 0o600 }))
  return contentOf(to)
}
/** Undefined when the object does not exist. */
const opened = (driver: Driver, key: string): Promise<Readable | undefined> =>
  driver.open(key).catch(async error => {
    if ((await driver.size(key)) === undefined) return undefined
    throw error
  })
/** Uploads objects of a backup to the stores given by `driverOf` and reads them back; existing ones are kept. On failure the uploaded ones are deleted again. */
export async function restoreObjects(folder: string, parts: readonly StoredPart[], driverOf: Stores['driverOf']): Promise<void> {
  const put: StoredPart[] = []
  const isThere = async (part: StoredPart): Promise<boolean> => {
    const content = await opened(driverOf(part), part.objectKey)
    return content !== undefined && (await hashOfStream(content)) === part.sha256
  }
  try {
    await each(parts, async part => {
      if (await tried(() => isThere(part))) return
      const path = join(folder, part.path)
      put.push(part)
      await tried(async () => driverOf(part).put(part.objectKey, { path, size: (await stat(path)).size, sha256: part.sha256 }))
      if (!(await isThere(part))) throw new Error(`${part.objectKey} is not whole in ${part.bucketName}`)
    })
  } catch (error) {
    await each(put, part =>
      driverOf(part)
        .remove(part.objectKey)
        .catch(() => {}),
    )
    throw error
  }
}
/** Changes the store of all files to `bucketName`, also for new files; pending store migrations are cancelled. */
export async function renameStores(client: pg.Client, bucketName: string): Promise<void> {
  await client.query('update attachment set bucket_name = $1 where bucket_name <> $2', [bucketName, LOCAL])
  await client.query("update file_move set state = 'cancelled', ended_at = now() where state in ('copying', 'clearing')")
  await client.query('update bucket set is_default = false where is_default')
}
/** Runs `work` for all items with limited concurrency; throws the first error. */
export async function each<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values()
  const failed: unknown[] = []
  const worker = async (): Promise<void> => {
    for (const item of waiting) {
      if (failed.length) return
      await work(item).catch(error => failed.push(error))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  if (failed.length) throw failed[0]
}
/** Retries: a store may be briefly unavailable. */
async function tried<T>(work: () => Promise<T>): Promise<T> {
  for (let left = TRIES - 1; ; left--)
    try {
      return await work()
    } catch (error) {
      if (!left) throw error
    }
}
