import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import sql from 'sql-template-tag'
import { Refusal } from '#model'
import { HOUR_MS } from '#model/days.ts'
import type { Db } from '../context.ts'
import type { Cipher } from '../data/cipher.ts'
import type { Core } from '../data/core.ts'
import { type Content, type Driver, diskDriver } from './driver.ts'
import { printedPath, THUMB_SIZES, thumbPath } from './pictures.ts'
import { nanoid } from './random.ts'
import { type S3Settings, s3Driver } from './s3.ts'
import { Room } from './storage-quota.ts'

/** The store in the data folder; exists in every installation. */
export const LOCAL = 'local'
const KEEP_MS = 5_000
/** Location of an object. */
export interface Place {
  bucketName: string
  objectKey: string
}
/** Buckets of all schools: data folder, the installation's S3 store, and buckets configured by schools. */
export interface FileStore {
  /** Folder for incoming uploads. */
  tmp: string
  /** Cache folder for thumbnails and PDF conversions; may be emptied at any time. */
  thumbs: string
  /** Bucket for new files of this school. */
  bucketFor(db: Db): Promise<string>
  /** Checks the school's storage quota for `size` more bytes. */
  takeRoom(db: Db, bucketName: string, size: number): Promise<void>
  put(db: Db, place: Place, content: Content): Promise<void>
  open(db: Db, place: Place): Promise<Readable>
  size(db: Db, place: Place): Promise<number | undefined>
  remove(db: Db, place: Place): Promise<void>
  /** Deletes objects even after the school's settings are gone. */
  remover(db: Db, bucketNames: readonly string[]): Promise<(place: Place) => Promise<void>>
  /** The content as a local file, for random access. */
  local(db: Db, place: Place): Promise<{ path: string; release(): Promise<void> }>
}
/** A bucket configured by a school. */
export interface BucketRow {
  name: string
  vendor: string
  endpoint: string
  region: string
  accessKey: string
  secret: string
  isDefault: boolean
  quotaGb: number | null
}
/** Deletes leftovers of killed processes. The age limits (an hour, a day for chunked uploads) protect uploads of other processes sharing the folder. */
export async function sweepIncoming({ tmp }: Pick<FileStore, 'tmp'>): Promise<void> {
  for (const name of await readdir(tmp)) {
    const path = join(tmp, name)
    const seen = await stat(path).catch(() => undefined)
    const hours = name.startsWith('part-') ? 25 : 1
    if (seen && Date.now() - seen.mtimeMs > hours * HOUR_MS) await rm(path, { force: true, recursive: true })
  }
}
/** Creates the folders; `FILES_S3_BUCKET`, `_REGION`, `_ENDPOINT`, `_KEY`, `_SECRET` configure the installation's own store. */
export async function openStore(core: Core, env: NodeJS.ProcessEnv = process.env): Promise<FileStore> {
  const folder = join(core.dataDir, 'files')
  const [tmp, objects, thumbs] = ['incoming', 'objects', 'thumbs'].map(name => join(folder, name)) as [string, string, string]
  for (const path of [tmp, objects, thumbs]) await mkdir(path, { recursive: true })
  const installed = installedBucket(env)
  const drivers = new Map<string, Driver>([[LOCAL, diskDriver(objects)], ...(installed ? ([[installed.name, s3Driver(installed.settings)]] as const) : [])])
  const buckets = new Buckets(core)
  const room = new Room()
  const driverOf = async (db: Db, name: string): Promise<Driver> => drivers.get(name) ?? buckets.driver(db, name)
  const erase = async (driver: Driver | undefined, { objectKey }: Place): Promise<void> => {
    for (const made of [...THUMB_SIZES.map(size => thumbPath(thumbs, objectKey, size)), printedPath(thumbs, objectKey)]) await rm(made, { force: true })
    await driver?.remove(objectKey)
  }
  return {
    tmp,
    thumbs,
    bucketFor: async db => (await buckets.standard(db)) ?? installed?.name ?? LOCAL,
    async takeRoom(db, bucketName, size) {
      const limited = await buckets.limited(db, bucketName)
      if (limited) await room.take(db, limited, size)
    },
    put: async (db, place, content) => (await driverOf(db, place.bucketName)).put(place.objectKey, content),
    open: async (db, place) => (await driverOf(db, place.bucketName)).open(place.objectKey),
    size: async (db, place) => (await driverOf(db, place.bucketName)).size(place.objectKey),
    remove: async (db, place) => erase(await driverOf(db, place.bucketName), place),
    async remover(db, bucketNames) {
      const held = new Map(await Promise.all(bucketNames.map(async name => [name, await driverOf(db, name)] as const)))
      return place => erase(held.get(place.bucketName), place)
    },
    async local(db, place) {
      if (place.bucketName === LOCAL) return { path: join(objects, place.objectKey), release: async () => {} }
      const path = join(tmp, nanoid())
      await pipeline(await (await driverOf(db, place.bucketName)).open(place.objectKey), createWriteStream(path))
      return { path, release: () => rm(path, { force: true }) }
    },
  }
}
/** The installation's own store, if the environment configures one. */
export function installedBucket(env: NodeJS.ProcessEnv) {
  const { FILES_S3_BUCKET: bucket, FILES_S3_KEY: accessKey, FILES_S3_SECRET: secret, FILES_S3_REGION: region = 'us-east-1', FILES_S3_ENDPOINT } = env
  if (!bucket) return undefined
  if (!accessKey || !secret) throw new Error('FILES_S3_BUCKET is set: FILES_S3_KEY and FILES_S3_SECRET are needed too')
  const endpoint = FILES_S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`
  const { hostname } = new URL(endpoint)
  // the environment is set by the operator, so its host is trusted, private addresses included
  return { name: bucket, settings: { bucket, region, endpoint, accessKey, secret, trusted: new Set([hostname, `${bucket}.${hostname}`]) } }
}
/** Cache of the buckets configured by schools, valid for some seconds. */
class Buckets {
  private readonly core: Core
  private readonly cache = new Map<string, { rows: Promise<BucketRow[]>; until: number }>()
  constructor(core: Core) {
    this.core = core
  }
  async standard(db: Db): Promise<string | undefined> {
    return (await this.rows(db)).find(b => b.isDefault)?.name
  }
  async limited(db: Db, name: string): Promise<BucketRow | undefined> {
    return (await this.rows(db)).find(b => b.name === name && b.quotaGb)
  }
  async driver(db: Db, name: string): Promise<Driver> {
    const row = (await this.rows(db)).find(b => b.name === name) ?? (await this.anew(db)).find(b => b.name === name)
    if (!row) throw new Refusal(503, [{ rule: 'file.bucketGone', text: '对象存储“{name}”已不在配置中', values: { name } }])
    return s3Driver(bucketSettings(this.core.cipher, row))
  }
  /** Reload on an unknown bucket: it may have been created a moment ago. */
  private anew(db: Db): Promise<BucketRow[]> {
    this.cache.delete(db.me.tenantId)
    return this.rows(db)
  }
  private rows(db: Db): Promise<BucketRow[]> {
    const known = this.cache.get(db.me.tenantId)
    if (known && known.until > Date.now()) return known.rows
    const rows = db.query<BucketRow>(
      sql`select name, vendor, endpoint, region, access_key as "accessKey", secret, is_default as "isDefault", quota_gb as "quotaGb" from bucket where tenant_id = ${db.me.tenantId}`,
    )
    rows.catch(() => this.cache.delete(db.me.tenantId))
    this.cache.set(db.me.tenantId, { rows, until: Date.now() + KEEP_MS })
    return rows
  }
}
type Reached = Pick<BucketRow, 'name' | 'endpoint' | 'region' | 'accessKey' | 'secret'>
/** Driver settings of a school's bucket; the only place where its secret is decrypted. */
export function bucketSettings(cipher: Cipher, { name: bucket, region, endpoint, accessKey, secret }: Reached): S3Settings {
  return { bucket, region, endpoint, accessKey, secret: cipher.decrypt(secret) }
}
