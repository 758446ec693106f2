import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { allEntities } from '#model/entity.ts'
import { openRoster, type Roster, upload } from '#testing/roster.ts'
import { copyAttached } from './copy-attached.ts'

let r: Roster
beforeAll(async () => {
  r = await openRoster()
})
afterAll(() => r.close())
interface Row {
  id: string
  key: string
  bizId: string | null
  owner: string
}
const rowOf = async (id: string): Promise<Row | undefined> =>
  (await r.db.query<Row>(sql`select id, object_key as key, biz_id as "bizId", owner_id as owner from attachment where tenant_id = ${r.db.me.tenantId} and id = ${id}::uuid`))[0]

it('files copied to another row have ids of their own, share their contents and stay their owner’s', async () => {
  const put = async (n: number) => (await upload<{ fileId: string }>(r.officer, 'oss/oss/endpoint/put-file', Buffer.from(`%PDF-1.7\ncopy ${n}`), `第${n}份.pdf`)).data.fileId
  const ids = [await put(1), await put(2)].toReversed()
  const of = allEntities().find(e => Object.values(e.fields).some(f => f.kind === 'files')) ?? allEntities()[0]
  const rowId = crypto.randomUUID()
  const copies = await copyAttached(r.db, of as never, rowId, 'proofs', ids)
  const [old, made] = [await Promise.all(ids.map(rowOf)), await Promise.all(copies.map(rowOf))]
  expect(made.map(m => [m?.key, m?.owner, m?.bizId])).toEqual(old.map(o => [o?.key, o?.owner, rowId]))
  expect(new Set([...ids, ...copies]).size).toBe(4)
  expect(await copyAttached(r.db, of as never, rowId, 'proofs', [])).toEqual([])
})
