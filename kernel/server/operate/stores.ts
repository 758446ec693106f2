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

/** A content of some school's files that lies in a store beside the data folder. */
export interface StoredObject extends Place {
  tenantId: string
  size: number
  /** As it was when it came in. */
  sha256: string
}
export type StoredPart = Part & Pick<StoredObject, 'tenantId' | keyof Place>
/** A store of one school, or of all that have none of their own. */
export interface StorePlace {
  tenantId: string | undefined
  /** Number of the school. */
  school: string | undefined
  bucketName: string
  /** Throws where the key cannot be opened. */
  settings(): S3Settings
}
/** The stores of an installation as its database names them, and what lies in them. */
export interface Stores {
  objects: readonly StoredObject[]
  /** Those that are set up. */
  places: readonly StorePlace[]
  /** Throws where the store is not set up. */
  driverOf(object: Pick<StoredObject, 'tenantId' | 'bucketName'>): Driver
}
const AT_ONCE = 8
const TRIES = 3

/** Reads which contents lie in stores and how to reach those: the installation's own by the environment, a school's by what it has set up, whose key `secret` opens. */
export async function readStores(client: pg.Client, secret: () => Buffer, env: NodeJS.ProcessEnv = process.env): Promise<Stores> {
  const { rows: objects } = await client.query<StoredObject>(
    `select distinct on (tenant_id, bucket_name, object_key) tenant_id as "tenantId", bucket_name as "bucketName", object_key as "objectKey", size::float8 as size, sha256
      from attachment where bucket_name <> $1`,
    [LOCAL],
  )
  const { rows: buckets } = await client.query<BucketRow & { tenantId: string; school: string }>(
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
/** The store an object lies in; the installation's own goes before one of a school by the same name. */
export const placeOf = (places: readonly StorePlace[], { tenantId, bucketName }: Pick<StoredObject, 'tenantId' | 'bucketName'>): StorePlace | undefined =>
  places.find(p => p.bucketName === bucketName && (!p.tenantId || p.tenantId === tenantId))
/** Takes the contents that are not `known` yet into the backup's folder, each compared with what came in once; names those that are gone or changed.
 *  Of one that an `earlier` backup holds only the size is asked for. */
export async function takeObjects(stores: Stores, folder: string, earlier: Earlier, known: ReadonlySet<string>): Promise<{ parts: StoredPart[]; lost: string[] }> {
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
/** Undefined where there is no such object. */
const opened = (driver: Driver, key: string): Promise<Readable | undefined> =>
  driver.open(key).catch(async error => {
    if ((await driver.size(key)) === undefined) return undefined
    throw error
  })
/** Brings contents of a backup into the stores that `driverOf` names and reads each again; those that are there already stay. Where one fails, what it put goes again. */
export async function bringObjects(folder: string, parts: readonly StoredPart[], driverOf: Stores['driverOf']): Promise<void> {
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
/** Makes the rows say that everything in stores lies in `bucketName` from now on; moves between stores that were under way end, and new files go there too. */
export async function renameStores(client: pg.Client, bucketName: string): Promise<void> {
  await client.query('update attachment set bucket_name = $1 where bucket_name <> $2', [bucketName, LOCAL])
  await client.query("update file_move set state = 'cancelled', ended_at = now() where state in ('copying', 'clearing')")
  await client.query('update bucket set is_default = false where is_default')
}
/** Does the work for all of them, some at a time; throws the first failure. */
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
/** A store may be busy for a moment. */
async function tried<T>(work: () => Promise<T>): Promise<T> {
  for (let left = TRIES - 1; ; left--)
    try {
      return await work()
    } catch (error) {
      if (!left) throw error
    }
}
