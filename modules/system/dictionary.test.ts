import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, openSchool, type School } from '#testing/school.ts'
import { rule } from './testing.ts'

let school: School
let admin: Actor
let anyone: Actor
beforeAll(async () => {
  school = await openSchool()
  admin = await school.as({ roles: ['admin'] })
  anyone = await school.as({})
})
afterAll(() => school.close())
type Item = { id: string; version: number; dictionaryKey: string; dictionaryValue: string; isEnabled: boolean; children: Item[] }
const setId = async (code: string): Promise<string> =>
  (await school.db.query<{ id: string }>(sql`select id from dictionary where tenant_id = ${school.tenantId} and code = ${code}`))[0]?.id as string
const dict = async (code: string, more: Record<string, unknown> = {}): Promise<Item[]> => (await anyone.get<Item[]>('base/dataDictionary/getDict', { code, ...more })).data
const stored = async (id: string) => (await admin.get<Item>('base/dataDictionary/getOne', { id })).data

describe('code sets', () => {
  it('10-C2 the national sets are there from the first day', async () => {
    const codes = (await school.db.query<{ code: string; standard: string }>(sql`select code, standard from dictionary where tenant_id = ${school.tenantId}`))
      .filter(d => d.standard)
      .map(d => d.standard)
    for (const standard of ['GB/T 2261.1', 'GB/T 2261.2', 'GB/T 3304', 'GB/T 4762', 'GB/T 6864', 'GB/T 2659.1', 'GB/T 4658', 'GB/T 4761']) expect(codes).toContain(standard)
    expect(await dict('ethnicityCode')).toHaveLength(58)
    expect((await dict('genderCode'))[0]).toMatchObject({ dictionaryKey: '1', dictionaryValue: '男' })
  })
  it('10-C2 a school adds to a standard set only above its prefix and never rewords the norm', async () => {
    const dictionaryId = await setId('genderCode')
    const refused = await admin.post('base/dataDictionary/add', { dictionaryId, dictionaryKey: '3', dictionaryValue: '其他' })
    expect(rule(refused)).toBe('422 system.dictionaryItem.prefixNeeded')
    expect(refused.msg).toContain('GB/T 2261.1')
    expect((await admin.post('base/dataDictionary/add', { dictionaryId, dictionaryKey: 'X-3', dictionaryValue: '其他' })).code).toBe(200)
    const [male] = await dict('genderCode')
    expect(rule(await admin.post('base/dataDictionary/update', { id: male?.id, version: 1, dictionaryValue: '先生' }))).toBe('422 system.dictionaryItem.standardValue')
    const removed = await admin.post<{ failed: Array<{ msg: string }> }>('base/dataDictionary/remove', { ids: male?.id })
    expect(removed.data?.failed?.[0]?.msg ?? removed.msg).toContain('停用')
  })
  it('10-C1 a key never changes; an item in use is only switched off and then still names old rows', async () => {
    const dictionaryId = await setId('appCategory')
    const made = await admin.post<{ id: string }>('base/dataDictionary/add', { dictionaryId, dictionaryKey: 'sport', dictionaryValue: '体育' })
    const { version } = await stored(made.data.id)
    expect(rule(await admin.post('base/dataDictionary/update', { id: made.data.id, version, dictionaryKey: 'sports' }))).toBe('422 value.fixed')
    expect((await admin.post('base/appName/add', { name: '场馆', icon: 'dumbbell', category: 'sport', url: '/venues', terminals: ['web'] })).code).toBe(200)
    expect((await admin.get('base/dataDictionary/usage', { id: made.data.id })).data).toEqual([{ entity: '应用', field: '分类', count: 1 }])
    const removed = await admin.post<{ failed: Array<{ msg: string }> }>('base/dataDictionary/remove', { ids: made.data.id })
    expect(removed.data?.failed?.[0]?.msg ?? removed.msg).toContain('应用 · 分类 1 条')
    expect((await admin.post('base/dataDictionary/update', { id: made.data.id, version, isEnabled: false })).code).toBe(200)
    expect((await dict('appCategory')).some(i => i.dictionaryKey === 'sport')).toBe(false)
    expect((await dict('appCategory', { flag: '0' })).find(i => i.dictionaryKey === 'sport')).toMatchObject({ dictionaryValue: '体育', isEnabled: false })
    expect(rule(await admin.post('base/appName/add', { name: '场馆二', icon: 'x', category: 'sport', url: '/venues', terminals: ['web'] }))).toBe('422 value.choice')
    expect(JSON.stringify((await anyone.get('base/appName/getUserApp')).data)).toContain('体育')
  })
  it('10-C3 a change shows at the next call, and an unchanged set is answered 304', async () => {
    const dictionaryId = await setId('appCategory')
    const ask = (etag?: string) =>
      school.server.app.inject({
        url: '/api/flySource-base/dataDictionary/getDict?code=appCategory',
        headers: { 'flysource-auth': `bearer ${anyone.token}`, ...(etag ? { 'if-none-match': etag } : {}) },
      })
    const first = await ask()
    const etag = String(first.headers.etag)
    expect(etag).toMatch(/^"/)
    const again = await ask(etag)
    expect([again.statusCode, again.body]).toEqual([304, ''])
    await admin.post('base/dataDictionary/add', { dictionaryId, dictionaryKey: 'fresh', dictionaryValue: '新的' })
    const changed = await ask(etag)
    expect(changed.statusCode).toBe(200)
    expect(changed.body).toContain('新的')
  })
  it('trees have no circles and lists no levels', async () => {
    const tree = await admin.post<{ id: string }>('base/dictionary/add', { code: 'areas', name: '片区', kind: 'tree' })
    const item = (key: string, parentId?: string) =>
      admin.post<{ id: string }>('base/dataDictionary/add', { dictionaryId: tree.data.id, dictionaryKey: key, dictionaryValue: key, ...(parentId ? { parentId } : {}) })
    const a = await item('a')
    const b = await item('b', a.data.id)
    const c = await item('c', b.data.id)
    expect(rule(await admin.post('base/dataDictionary/update', { id: a.data.id, version: 1, parentId: c.data.id }))).toBe('422 system.dictionaryItem.cycle')
    const nested = await anyone.get<Item[]>('base/dataDictionary/getTree', { dictionaryCode: 'areas', type: 1 })
    expect(nested.data.map(n => [n.dictionaryKey, n.children[0]?.dictionaryKey, n.children[0]?.children[0]?.dictionaryKey])).toEqual([['a', 'b', 'c']])
    expect(rule(await anyone.get('base/dataDictionary/getTree', { dictionaryCode: 'areas', type: 2 }))).toBe('422 system.dictionaryItem.type')
    const below = await anyone.get<Item[]>('base/dataDictionary/getParentDict', { code: 'areas', dictionaryKey: 'a' })
    expect(below.data.map(i => i.dictionaryKey)).toEqual(['b'])
    expect((await anyone.get<Item[]>('base/dataDictionary/getParentDict', { code: 'areas' })).data.map(i => i.dictionaryKey)).toEqual(['a'])
    const flat = await setId('appCategory')
    const [one] = await dict('appCategory')
    expect(rule(await admin.post('base/dataDictionary/add', { dictionaryId: flat, dictionaryKey: 'k', dictionaryValue: 'k', parentId: one?.id }))).toBe(
      '422 system.dictionaryItem.flat',
    )
    expect(await dict('nothing')).toEqual([])
  })
  it('a tree of 3,500 items is answered whole', async () => {
    const made = await admin.post<{ id: string }>('base/dictionary/add', { code: 'regions', name: '地区', kind: 'tree' })
    await school.db.query(
      sql`insert into dictionary_item (tenant_id, dictionary_id, dictionary_key, dictionary_value) select ${school.tenantId}, ${made.data.id}, 'p' || n, '省' || n from generate_series(1, 34) n`,
    )
    await school.db.query(sql`insert into dictionary_item (tenant_id, dictionary_id, dictionary_key, dictionary_value, parent_id)
      select ${school.tenantId}, ${made.data.id}, 'c' || n, '县' || n, (select id from dictionary_item where dictionary_id = ${made.data.id} and dictionary_key = 'p' || (n % 34 + 1)) from generate_series(1, 3466) n`)
    await school.db.changed((await import('./model/dictionary.ts')).dictionaryItem)
    await anyone.get('base/dataDictionary/getTree', { dictionaryCode: 'regions' })
    const answer = await anyone.get<Item[]>('base/dataDictionary/getTree', { dictionaryCode: 'regions' })
    expect(answer.data.reduce((n, p) => n + 1 + p.children.length, 0)).toBe(3500)
  })
})
