import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Entity, Module } from '#model'
import { testRegistry } from '#testing/database.ts'
import { roleWithEverything } from '#testing/grants.ts'
import { PIXEL, upload } from '#testing/roster.ts'
import { loadSamples, sampleRow } from '#testing/samples.ts'
import { type Actor, openSchool, type School } from '#testing/school.ts'

vi.setConfig({ testTimeout: 180_000 })
const registry = await testRegistry()
/** Every entity served by a route. */
const entities = registry.modules.flatMap(module => module.entities.filter(e => e.verbs.length || e.options.select === 'open').map(e => ({ module, e })))
let here: School
let there: School
let stranger: Actor
let own: Actor
beforeAll(async () => {
  await loadSamples(registry.modules.map(m => m.code))
  here = await openSchool()
  there = await here.another()
  for (const school of [here, there]) await roleWithEverything(school, 'everything', 'all')
  stranger = await there.as({ roles: ['everything'] })
  own = await here.as({ roles: ['everything'] })
})
afterAll(() => here.close())
const at = (m: Module, e: Entity, verb: string): string => `${m.service}/${e.wire}/${verb}`
/** Actions with a handler of their own are tested by their module. */
const isKernels = (m: Module, e: Entity, verb: string): boolean => !m.actions.some(a => a.name === verb && (a.of === e.name || a.of === e.wire))
const codeOf = async (id: string): Promise<string> => (await here.db.query<{ code: string }>(sql`select code from tenant where id = ${id}`))[0]?.code as string
const audited = async (): Promise<number> =>
  (await there.db.query<{ n: number }>(sql`select count(*)::int as n from audit_log where tenant_id = ${there.tenantId} and action = 'access.foreignTenant'`))[0]?.n ?? 0

describe('10-T6 schools share nothing', () => {
  it.each(entities.map(x => [`${x.e.module}.${x.e.name}`, x] as const))('%s of one school is out of reach of another by every verb', async (_name, { module, e }) => {
    const row = await sampleRow(here.db, e)
    const mark = String(row[e.options.title] ?? row.id)
    const has = (verb: Entity['verbs'][number]): boolean => e.verbs.includes(verb)
    const sees = async (verb: string, query: Record<string, unknown>): Promise<void> => {
      if (!isKernels(module, e, verb)) return
      const answer = await stranger.get(at(module, e, verb), query)
      expect([verb, answer.raw.includes(row.id)]).toEqual([verb, false])
      if (answer.code === 200) expect([verb, JSON.stringify(answer.data).includes(row.id)]).toEqual([verb, false])
      else expect([verb, answer.code]).toEqual([verb, 404])
    }
    if (has('list')) {
      for (const query of [{ id: row.id }, { size: 200 }, { 'id.in': row.id }, { keyword: mark.slice(0, 20), size: 200 }]) await sees('list', query)
      await sees('getOne', { id: row.id })
      await sees('history', { id: row.id })
    }
    if (has('list') || e.options.select === 'open') {
      await sees('getSelect', { size: 200 })
      await sees('getSelect', { id: row.id })
    }
    const refused = async (verb: string, body: Record<string, unknown>): Promise<void> => {
      if (isKernels(module, e, verb)) expect([verb, (await stranger.post(at(module, e, verb), body)).code]).toEqual([verb, 404])
    }
    if (has('update')) await refused('update', { id: row.id, version: row.version })
    if (has('remove')) await refused('remove', { ids: [row.id] })
    if (Object.values(e.fields).some(f => f.options.sensitivity)) {
      const field = Object.entries(e.fields).find(([, f]) => f.options.sensitivity && !f.options.secret)?.[0]
      if (field) await refused('reveal', { id: row.id, fields: [field] })
    }
    if (has('export') && isKernels(module, e, 'export')) {
      const answer = await stranger.post(at(module, e, 'export'), { params: { ids: [row.id] } })
      expect([answer.code, answer.raw.length]).toEqual([200, 0])
    }
    if (has('list')) expect((await own.get<{ page: { total: number } }>(at(module, e, 'list'), { id: row.id })).data.page.total).toBe(1)
  })
  it('naming another school in header, query or body is refused and written down', async () => {
    const foreign = await codeOf(here.tenantId)
    const home = await codeOf(there.tenantId)
    for (const named of [foreign, here.tenantId, '000000', 'nonsense']) {
      const before = await audited()
      expect([named, (await stranger.get('base/sysUser/getUserInfo', { tenantId: named })).code]).toEqual([named, 403])
      expect([named, (await stranger.post('base/department/add', { tenantId: named, code: 'Z', name: 'Z', deptType: '2' })).code]).toEqual([named, 403])
      expect([named, (await stranger.post('base/department/add', {}, { 'tenant-id': named })).code]).toEqual([named, 403])
      expect(await audited()).toBe(before + 3)
    }
    expect((await stranger.get('base/sysUser/getUserInfo', { tenantId: home })).code).toBe(200)
    expect((await stranger.post('base/department/add', { code: 'Z', name: '本校', deptType: '2' }, { 'tenant-id': home })).code).toBe(200)
  })
  it('files lie under their school, and a link of one opens nothing in another', async () => {
    // the first school's samples may have configured a store that does not exist
    const { data } = await upload<{ fileId: string }>(stranger, 'oss/oss/endpoint/put-file', PIXEL, 'a.png')
    const [file] = await there.db.query<{ key: string }>(sql`select object_key as key from attachment where tenant_id = ${there.tenantId} and id = ${data.fileId}`)
    expect(file?.key.startsWith(`${there.tenantId}/`)).toBe(true)
    for (const call of ['link-file', 'download-file', 'ticket']) expect([call, (await own.get(`oss/oss/endpoint/${call}`, { fileId: data.fileId })).code]).toEqual([call, 404])
    expect((await stranger.get('oss/oss/endpoint/ticket', { fileId: data.fileId })).code).toBe(200)
  })
})
