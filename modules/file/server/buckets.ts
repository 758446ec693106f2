import sql from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { isPrivate } from '#server/base/outbound.ts'
import { compute, type Db, handle, rules } from '#server/context.ts'
import type { KernelCtx } from '#server/data/core.ts'
import { probe } from '#server/files/probe.ts'
import { s3Driver } from '#server/files/s3.ts'
import { usedIn } from '#server/files/storage-quota.ts'
import { bucketSettings, LOCAL } from '#server/files/store.ts'
import { translate } from '#server/i18n/translate.ts'
import { bucket, bucketNames, makeDefault, testBucket } from '../model/files.ts'

const NAME = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const installed = (): string | undefined => process.env.FILES_S3_BUCKET || undefined
export const isReserved = (name: string): boolean => name === LOCAL || name === installed()
function check(row: Partial<Row<typeof bucket>>): void {
  if (row.name !== undefined) {
    if (!NAME.test(row.name)) throw refusalOf(bucket, 'name', { name: row.name }, 'name')
    if (isReserved(row.name)) throw refusalOf(bucket, 'reserved', { name: row.name }, 'name')
  }
  if (row.endpoint === undefined) return
  const url = URL.canParse(row.endpoint) ? new URL(row.endpoint) : undefined
  const isInner =
    url !== undefined && (url.hostname === 'localhost' || !url.hostname.includes('.') || (/^[\d.[]/.test(url.hostname) && isPrivate(url.hostname.replace(/[[\]]/g, ''))))
  if (!url || url.pathname.length > 1 || url.search || url.username || !(url.protocol === 'https:' || (url.protocol === 'http:' && isInner)))
    throw refusalOf(bucket, 'endpoint', { endpoint: row.endpoint }, 'endpoint')
}
/** Number of files per store. */
const counts = async (db: Db): Promise<ReadonlyMap<string, number>> =>
  new Map(
    (await db.query<{ name: string; n: number }>(sql`select bucket_name as name, count(*)::int as n from attachment where tenant_id = ${db.me.tenantId} group by 1`)).map(r => [
      r.name,
      r.n,
    ]),
  )

export default [
  rules(bucket, {
    add: async (_ctx, draft) => check(draft),
    update: async (_ctx, _row, patch) => check(patch),
    async remove({ db }, row) {
      if (row.isDefault) throw refusalOf(bucket, 'isDefault', { name: row.name })
      const count = (await counts(db)).get(row.name)
      if (count) throw refusalOf(bucket, 'inUse', { name: row.name, count })
    },
  }),
  compute(bucket, ['usedBytes', 'fileCount'], async ({ db }, rows) => {
    const used = await usedIn(
      db,
      rows.map(r => r.name),
    )
    for (const row of rows) Object.assign(row, { usedBytes: used.get(row.name)?.bytes ?? 0, fileCount: used.get(row.name)?.count ?? 0 })
  }),
  /** Tests the stored settings by writing, reading and deleting a small object. */
  handle(testBucket, async (ctx, { id }) => {
    await ctx.db.visible(bucket).one(id)
    const [row] = await ctx.db.query<{ name: string; endpoint: string; region: string; accessKey: string; secret: string }>(
      sql`select name, endpoint, region, access_key as "accessKey", secret from bucket where tenant_id = ${ctx.me.tenantId} and id = ${id}`,
    )
    if (!row) return { ms: 0 }
    const ms = await probe(s3Driver(bucketSettings((ctx as unknown as KernelCtx).core.cipher, row)))
    await ctx.db.updateWhere(bucket, { id }, { checkedAt: new Date().toISOString() }, { bookkeeping: true })
    return { ms }
  }),
  handle(makeDefault, async ({ db }, { id }) => {
    const before = await db.visible(bucket).all({ isDefault: true })
    if (id) await db.visible(bucket).one(id)
    for (const row of before) if (row.id !== id) await db.update(bucket, row.id, { isDefault: false })
    if (id) await db.update(bucket, id, { isDefault: true })
  }),
  handle(bucketNames, async ({ db, lang }) => {
    const own = await db.visible(bucket).all()
    const standard = own.find(b => b.isDefault)?.name ?? installed() ?? LOCAL
    const names = [LOCAL, ...(installed() ? [installed() as string] : []), ...own.map(b => b.name)]
    const held = await counts(db)
    return names.map(name => ({ name, label: name === LOCAL ? translate(lang, '服务器磁盘') : name, isDefault: name === standard, count: held.get(name) ?? 0 }))
  }),
]
