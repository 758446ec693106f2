import { createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { cipher } from '../data/cipher.ts'
import { loadParams } from '../data/stored-params.ts'
import type { Driver } from '../files/driver.ts'
import { contentOf, hashOfStream } from '../files/receive.ts'
import { s3Driver } from '../files/s3.ts'
import { type BucketRow, bucketSettings, installedBucket, LOCAL, type Place } from '../files/store.ts'
import { hostsIn } from '../outbound.ts'
import type { Part } from './manifest.ts'

/** A content of some school's files that lies in a store beside the data folder. */
export interface StoredObject extends Place {
  tenantId: string
  size: number
  /** As it was when it came in. */
  sha256: string
}
export type StoredPart = Part & Pick<StoredObject, 'tenantId' | keyof Place>
/** The stores of an installation as its database names them, and what lies in them. */
export interface Stores {
  objects: readonly StoredObject[]
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
  const { rows: buckets } = await client.query<BucketRow & { tenantId: string }>(
    'select tenant_id as "tenantId", name, endpoint, region, access_key as "accessKey", secret from bucket',
  )
  const hosts = new Map<string, ReadonlySet<string>>()
  for (const { tenantId } of buckets) {
    const groups = await loadParams(tenantId, async statement => (await client.query<{ id: string; content: Record<string, unknown> }>(statement)).rows)
    hosts.set(tenantId, hostsIn(String(groups.get('security')?.outboundHosts ?? '')))
  }
  const installed = installedBucket(env)
  const made = new Map<string, Driver>()
  const make = ({ tenantId, bucketName }: Pick<StoredObject, 'tenantId' | 'bucketName'>): Driver => {
    if (bucketName === installed?.name) return s3Driver(installed.settings)
    const row = buckets.find(b => b.tenantId === tenantId && b.name === bucketName)
    if (!row) throw new Error(`The store ${bucketName} is not set up: name it with FILES_S3_BUCKET and what belongs to it.`)
    return s3Driver(bucketSettings(cipher(secret()), row, hosts.get(tenantId) ?? new Set()))
  }
  return {
    objects,
    driverOf(object) {
      const key = `${object.tenantId} ${object.bucketName}`
      const driver = made.get(key) ?? make(object)
      made.set(key, driver)
      return driver
    },
  }
}
/** Copies the contents that are not `known` yet into the backup's folder, each compared with what came in once; names those that are gone or changed. */
export async function takeObjects(stores: Stores, folder: string, known: ReadonlySet<string>): Promise<{ parts: StoredPart[]; lost: string[] }> {
  const parts: StoredPart[] = []
  const lost: string[] = []
  await each(stores.objects, async ({ size, sha256, ...place }) => {
    const path = join('stores', place.tenantId, place.bucketName, place.objectKey)
    if (known.has(path)) return
    const to = join(folder, path)
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    const found = await tried(() => fetched(stores.driverOf(place), place.objectKey, to))
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
async function each<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
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
