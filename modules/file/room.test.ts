import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { upload } from '#testing/roster.ts'
import { type Actor, openSchool, type School } from '#testing/school.ts'

const MB = 1024 * 1024
const folder = mkdtempSync(join(tmpdir(), 'qinglan-s3-'))
let store: S3rver
let school: School
let admin: Actor
let officer: Actor
beforeAll(async () => {
  store = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory: folder, configureBuckets: [{ name: 'small-store', configs: [] }] })
  const { port } = await store.run()
  school = await openSchool()
  admin = await school.as({ roles: ['admin'] })
  officer = await school.as({ roles: ['officer'] })
  vi.stubEnv('OUTBOUND_HOSTS', '127.0.0.1')
  const at = { vendor: 'minio', endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1', accessKey: 'S3RVER', secret: 'S3RVER' }
  const { data } = await admin.post<{ id: string }>('oss/bucket/add', { name: 'small-store', quotaGb: 1, ...at })
  expect((await admin.post('oss/bucket/makeDefault', { id: data.id })).code).toBe(200)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await school.close()
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})
const put = (words: string) => upload(admin, 'oss/oss/endpoint/put-file', Buffer.from(`%PDF-1.7\n${words}`.padEnd(400)), '材料.pdf')
/** A file of that size of which only the row exists, of somebody else: nobody uploads as much in a day. */
const lying = (bucketName: string, bytes: number) =>
  school.db.query(sql`insert into attachment (tenant_id, name, ext, size, sha256, bucket_name, object_key, type, owner_id)
    values (${school.tenantId}, '大.zip', 'zip', ${bytes}, ${`${bucketName}${bytes}`.padEnd(64, '0')}, ${bucketName}, ${`${bucketName}-${bytes}`}, 'application/zip', ${officer.userId})`)

it('10-F6 a store with a limit takes what it has room for and refuses the rest whole, by upload and by migration', async () => {
  await lying('small-store', 1024 * MB - 1000)
  expect([(await put('一')).code, (await put('二')).code]).toEqual([200, 200])
  const refused = await put('三')
  expect([refused.code, refused.msg]).toEqual([422, '存储“small-store”已到 1 GB 上限，文件没有保存；请联系管理员扩容或清理'])
  // deduplicated content needs no additional quota
  expect((await put('二')).code).toBe(200)
  const [kept] = await school.db.query(sql`select count(*)::int as n from attachment where tenant_id = ${school.tenantId} and bucket_name = 'small-store'`)
  expect(kept).toEqual({ n: 4 })
  await lying('local', MB)
  const move = await admin.post('oss/fileMove/start', { fromBucket: 'local', toBucket: 'small-store' })
  expect([move.errors[0]?.rule, move.msg]).toEqual(['file.fileMove.full', '“small-store”上限 1 GB，放不下这些文件'])
})
