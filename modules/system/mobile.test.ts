import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, openSchool, type School } from '#testing/school.ts'
import { appName } from './model/app.ts'
import { makeRole, roleId, rule } from './testing.ts'

interface Entry {
  id: string
  path: string | null
  meta: { title: string; badge: string | null; icon: string | null }
  children: Entry[]
}
let school: School
let admin: Actor
beforeAll(async () => {
  school = await openSchool()
  admin = await school.as({ roles: ['admin'] })
})
afterAll(() => school.close())

const titles = (entries: readonly Entry[]): string[] => entries.flatMap(e => (e.children.length ? e.children.map(c => `${e.meta.title}/${c.meta.title}`) : [e.meta.title]))
const phoneOf = async (who: Actor): Promise<Entry[]> => (await who.get<Entry[]>('base/sysMenu/getUserRoutes', { appType: 1 })).data
const add = (given: Record<string, unknown>) => admin.post<{ id: string; version: number }>('base/sysMenu/add', { terminal: 'mobile', type: 'menu', ...given })
const preview = async (code: string) => titles((await admin.get<Entry[]>('base/sysMenu/preview', { roleId: await roleId(school, code), terminal: 'mobile' })).data)

describe('the phone’s menu', () => {
  it('begins with what the modules bring, groups of one name joined, numbers on it', async () => {
    const student = await school.as({ roles: ['student'], userType: 2 })
    const entries = await phoneOf(student)
    expect(entries.filter(e => e.meta.title === '常用')).toHaveLength(1)
    expect(titles(entries).filter(t => t.startsWith('常用/'))).toEqual(expect.arrayContaining(['常用/我的档案', '常用/待办', '常用/课表', '常用/我的消息', '常用/通知公告']))
    const badges = entries.flatMap(e => e.children).map(e => [e.meta.title, e.meta.badge])
    expect(badges).toEqual(
      expect.arrayContaining([
        ['待办', 'todo'],
        ['我的消息', 'message'],
        ['课表', null],
      ]),
    )
  })
  it('10-U1 an entry shows to nobody who may not open the page it leads to, and to its roles alone', async () => {
    await makeRole(school, 'reader', ['system:dictionary:list'])
    await add({ title: '字典', path: '/system/dictionaries', icon: 'book-open' })
    await add({ title: '只给学生', path: '/personal/onlystudents', roles: ['student'] })
    const [reader, nobody, student] = [await school.as({ roles: ['reader'] }), await school.as({}), await school.as({ roles: ['student'], userType: 2 })]
    expect(titles(await phoneOf(reader))).toContain('字典')
    expect(titles(await phoneOf(nobody))).not.toContain('字典')
    expect(titles(await phoneOf(student))).toContain('只给学生')
    for (const who of [reader, nobody, admin]) expect(titles(await phoneOf(who))).not.toContain('只给学生')
    expect(titles(await phoneOf(student))).not.toContain('常用/学生信息')
    expect(titles((await admin.get<Entry[]>('base/sysMenu/getUserRoutes', { appType: 0 })).data).join()).not.toContain('只给学生')
  })
  it('is previewed as a role sees it', async () => {
    expect(await preview('student')).toEqual(expect.arrayContaining(['常用/我的档案', '只给学生', '常用/待办']))
    expect(await preview('student')).not.toContain('字典')
    expect(await preview('fdy')).toEqual(expect.arrayContaining(['常用/学生信息']))
    expect(await preview('fdy')).not.toContain('只给学生')
  })
  it('is sorted by dragging, a group with what lies in it', async () => {
    const group = (await add({ type: 'dir', title: '校园' })).data.id
    await add({ title: '通讯录', path: '/phone/book', parentId: group })
    expect(titles(await phoneOf(admin))[0]).not.toBe('校园/通讯录')
    expect((await admin.post('base/sysMenu/move', { id: group, parentId: null, position: 0, version: 1 })).code).toBe(200)
    expect(titles(await phoneOf(admin))[0]).toBe('校园/通讯录')
  })
  it('refuses a role that does not exist, a path twice, and a parent of another terminal', async () => {
    expect(rule(await add({ title: '错', path: '/x', roles: ['nosuch'] }))).toBe('422 system.menu.unknownRole')
    expect(rule(await add({ title: '错', path: '/personal/mylesson' }))).toBe('422 system.menu.pathTaken')
    const web = (await admin.get<Array<{ id: string }>>('base/sysMenu/getTreeMenu', { terminal: 'web' })).data[0]?.id
    expect(rule(await add({ title: '错', path: '/y', parentId: web }))).toBe('422 system.menu.otherTerminal')
    expect((await add({ title: '错', path: '/z', badge: 'nosuch' })).code).toBe(400)
  })
})
describe('the phone’s services', () => {
  // those that the modules bring
  beforeAll(() => school.db.updateWhere(appName, sql`true`, { isEnabled: false }))
  const app = (name: string, given: Record<string, unknown> = {}) =>
    admin.post<{ id: string }>('base/appName/add', { name, icon: 'bell', category: 'life', url: `/x/${given.sort ?? 1}`, terminals: ['mobile'], ...given }).then(a => a.data.id)
  const hall = async (who: Actor, terminal: string) => (await who.get<Array<{ name: string; badge: string | null }>>('base/service/list', { terminal })).data

  it('10-C4 the hall on a phone offers what is set for phones, in the order it was dragged into, with its numbers', async () => {
    const ids = [await app('甲', { sort: 1, badge: 'todo' }), await app('乙', { sort: 2 }), await app('丙', { sort: 3, terminals: ['web'] })]
    const anyone = await school.as({})
    expect(await hall(anyone, 'mobile')).toMatchObject([{ name: '甲', badge: 'todo' }, { name: '乙' }])
    expect((await hall(anyone, 'web')).map(s => s.name)).toEqual(['丙'])
    expect((await anyone.post('base/appName/arrange', { ids })).code).toBe(403)
    expect((await admin.post('base/appName/arrange', { ids: [ids[1], ids[0]] })).code).toBe(200)
    expect((await hall(anyone, 'mobile')).map(s => s.name)).toEqual(['乙', '甲'])
    expect((await anyone.get<Array<{ name: string }>>('base/appName/getUserApp', { terminal: 'mobile' })).data.map(s => s.name)).toEqual(['乙', '甲'])
  })
  it('are previewed as a role is offered them', async () => {
    await app('给辅导员', { sort: 99, audience: { roles: ['fdy'] } })
    const of = async (code: string) =>
      (await admin.get<Array<{ name: string }>>('base/appName/preview', { roleId: await roleId(school, code), terminal: 'mobile' })).data.map(a => a.name)
    expect(await of('fdy')).toEqual(['乙', '甲', '给辅导员'])
    expect(await of('student')).toEqual(['乙', '甲'])
    const stranger = await (await school.another()).as({ roles: ['admin'] })
    expect((await stranger.get('base/appName/preview', { roleId: await roleId(school, 'fdy'), terminal: 'mobile' })).code).toBe(404)
  })
})
