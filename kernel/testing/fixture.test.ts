import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testRegistry } from './database.ts'
import { fixture, provisioned } from './fixture.ts'
import { upload } from './roster.ts'
import type { Actor, School } from './school.ts'
import { serial } from './serial.ts'
import { dropTemplate } from './templates.ts'

let built = 0
const withFile = fixture('with a file', provisioned, async (school: School) => {
  built++
  const officer = await school.as({ roles: ['officer'], nickName: '李主任' })
  const { data } = await upload<{ fileId: string }>(officer, 'oss/oss/endpoint/put-file', Buffer.from('%PDF-1.7 fixture'), '证明.pdf')
  return { people: [{ officer }], fileId: data.fileId, last: serial('fixture') }
})
const named = fixture(
  'named',
  withFile,
  async ({ people }) => ({ boss: people[0]?.officer as Actor }),
  school => ({
    ...school,
    nameOf: async ({ userId }: Actor) => (await school.db.query<{ name: string }>(sql`select nick_name as name from sys_user where id = ${userId}`))[0]?.name,
  }),
)
let one: Awaited<ReturnType<typeof named>>
let two: Awaited<ReturnType<typeof named>>
beforeAll(async () => {
  one = await named()
  two = await named()
})
afterAll(async () => {
  await one.close()
  await two.close()
})

it('is built once, and every school is a copy of its own', async () => {
  expect(built).toBe(1)
  await one.db.query(sql`update sys_user set nick_name = '张主任' where id = ${one.boss.userId}`)
  expect([await one.nameOf(one.boss), await two.nameOf(two.boss)]).toEqual(['张主任', '李主任'])
})
it('keeps its users signed in and its files readable', async () => {
  for (const { boss, people, fileId } of [one, two]) {
    const { code, data } = await boss.get<{ ticket: string }>('oss/oss/endpoint/ticket', { fileId })
    expect([code, people[0]?.officer.userId]).toEqual([200, boss.userId])
    const file = await boss.get(`/api/flySource-oss/oss/endpoint/download-file?fileId=${fileId}&ticket=${encodeURIComponent(data.ticket)}`)
    expect([file.status, file.raw.toString()]).toEqual([200, '%PDF-1.7 fixture'])
  }
})
it('leaves a process counting after the numbers of its rows', () => {
  expect(serial('fixture')).toBe(one.last + 1)
})
it('is built again once its template was dropped', async () => {
  await dropTemplate(withFile.templateName(await testRegistry()))
  const again = await withFile()
  expect([built, (await again.people[0]?.officer.get('base/todo/mine'))?.code]).toEqual([2, 200])
  await again.close()
})
it('refuses to keep what does not outlast a process', async () => {
  await expect(fixture('with a map', provisioned, async () => ({ seats: new Map() }))()).rejects.toThrow('seats')
})
