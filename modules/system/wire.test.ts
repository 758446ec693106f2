import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Actor, openSchool, type School } from '#testing/school.ts'
import { appName } from './model/app.ts'
import { rule } from './testing.ts'

let school: School
let admin: Actor
let anyone: Actor
let foreign: Actor
beforeAll(async () => {
  school = await openSchool()
  admin = await school.as({ roles: ['admin'] })
  anyone = await school.as({})
  foreign = await (await school.another()).as({ roles: ['admin'] })
  await admin.post('base/richText/add', { params: 'guide', title: '指南', content: '<p>正文</p>' })
})
afterAll(() => school.close())

/** Rows of the contract that a signed-in person without any role may call: path, query, shape of `data`. */
const READS: ReadonlyArray<[path: string, query: Record<string, unknown>, shape: (data: unknown) => boolean]> = [
  ['sysMenu/getUserRoutes', { appType: 0 }, Array.isArray],
  ['sysMenu/getUserBtn', { appType: 0 }, d => typeof d === 'object'],
  [
    'dataDictionary/getDict',
    { code: 'genderCode' },
    d => Array.isArray(d) && d.every(i => i.value === i.dictionaryKey && i.label === i.dictionaryValue && 'sort' in i && 'color' in i),
  ],
  ['dataDictionary/getParentDict', { code: 'genderCode', dictionaryKey: '' }, Array.isArray],
  ['dataDictionary/getTree', { dictionaryCode: 'genderCode', type: 1 }, d => Array.isArray(d) && d.every(i => Array.isArray(i.children))],
  ['richText/getOne', { params: 'guide' }, d => (d as { title: string }).title === '指南'],
  ['baseParams/getOne', { paramsId: 'privacy' }, d => (d as { paramsId: string }).paramsId === 'privacy'],
  ['appName/getUserApp', {}, Array.isArray],
  ['appName/getUserUsedApp', { size: 8 }, Array.isArray],
  ['appName/getUserCollection', { isAll: 1, size: 8 }, Array.isArray],
]
const prefixes = ['/api/flySource-base/', '/api/base-resource/']

describe('the wire contract', () => {
  it.each(READS)('%s answers under both prefixes, and 401 without a token', async (path, query, shape) => {
    for (const prefix of prefixes) {
      const answer = await anyone.get<unknown>(prefix + path, query)
      expect([prefix, answer.code, answer.status]).toEqual([prefix, 200, 200])
      expect(shape(answer.data)).toBe(true)
      expect(answer.raw.toString()).toContain('"traceId"')
      const nobody = await school.anonymous.get(prefix + path, query)
      expect([nobody.code, nobody.status]).toEqual([401, 401])
    }
  })
  it('management calls ask for their permission, under both prefixes', async () => {
    for (const prefix of prefixes) {
      for (const path of ['sysMenu/getTreeMenu', 'sysMenu/gantTreeMenu', 'roleMenu/getCheckedKeys', 'appName/list', 'sysUser/list', 'role/list', 'baseParams/groups']) {
        expect([path, (await anyone.get(prefix + path)).code]).toEqual([path, 403])
        expect([path, (await school.anonymous.get(prefix + path)).code]).toEqual([path, 401])
      }
      for (const path of ['richText/add', 'baseParams/submit', 'appName/add', 'appName/update', 'appName/remove'])
        expect([path, (await anyone.post(prefix + path, {})).code]).toEqual([path, 403])
      expect((await admin.get<unknown[]>(`${prefix}sysMenu/getTreeMenu`)).data.length).toBeGreaterThan(0)
    }
  })
  it('10-C8 getAppInfo and getAiConfig are open and tell no more than they must; the app info speaks of the named school and has the customer’s names', async () => {
    for (const prefix of prefixes) {
      const answer = await school.anonymous.get<Record<string, unknown>>(`${prefix}openApi/getAppInfo`, { appType: 0, tenantId: '100001' })
      expect(answer.data).toMatchObject({
        tenantId: '100001',
        schoolName: '测试学校100001',
        globalTitle: '智慧校园综合服务平台',
        showLogin: 1,
        isWartermark: false,
        ssoType: '',
        loginTips: '',
      })
      for (const name of ['ssoLoginUrl', 'ssoLogoutUrl', 'globalViceTitle', 'ureportUrl']) expect(answer.data).toHaveProperty(name)
      expect((await school.anonymous.get(`${prefix}openApi/getAppInfo`, { tenantId: '999999' })).code).toBe(404)
      expect((await school.anonymous.get(`${prefix}baseParams/openApi/getAiConfig`)).data).toEqual({
        isEnabled: false,
        name: '小青',
        greeting: expect.any(String),
        icon: expect.any(String),
        features: [],
      })
    }
    const made = await admin.post<{ id: string }>('base/appInfo/add', { appType: 2, globalTitle: '迎新', loginTips: '请用考生号登录', isWartermark: true })
    expect(made.code).toBe(200)
    expect((await school.anonymous.get('base/openApi/getAppInfo', { appType: 2 })).data).toMatchObject({
      appType: 2,
      globalTitle: '迎新',
      loginTips: '请用考生号登录',
      isWartermark: true,
    })
  })
  it('10-L10 the school’s own sign-in is a public address, or an inner one whose host the administrator wrote down', async () => {
    const { data: info } = await admin.post<{ id: string; version: number }>('base/appInfo/add', {
      appType: 3,
      globalTitle: '考试',
      ssoLoginUrl: 'https://sso.example.edu.cn/login',
    })
    const addresses = async (patch: Record<string, string>) => {
      const { version } = (await admin.get<{ version: number }>('base/appInfo/getOne', { id: info.id })).data
      return admin.post('base/appInfo/update', { id: info.id, version, ...patch })
    }
    const inner = { ssoLoginUrl: 'http://10.1.2.3:8080/cas/login', ssoLogoutUrl: 'https://192.168.3.4/cas/logout' }
    for (const [name, address] of Object.entries(inner)) expect(rule(await addresses({ [name]: address }))).toBe('422 system.appInfo.address')
    vi.stubEnv('OUTBOUND_HOSTS', '10.1.2.3:8080，192.168.3.4')
    onTestFinished(() => void vi.unstubAllEnvs())
    expect((await addresses(inner)).code).toBe(200)
    expect((await school.anonymous.get('base/openApi/getAppInfo', { appType: 3 })).data).toMatchObject(inner)
    for (const address of ['http://10.1.2.3/cas/login', 'http://10.1.2.4:8080/', 'ftp://192.168.3.4/', 'javascript:alert(1)', 'login', '//192.168.3.4/'])
      expect([address, rule(await addresses({ ssoLoginUrl: address }))]).toEqual([address, '422 system.appInfo.address'])
  })
  it('rich text is one page a key, keeps its version and loses what could run', async () => {
    const [a] = [
      await admin.post<{ id: string; version: number; removed: string[] }>('base/richText/add', {
        params: 'rules',
        title: '规定',
        content: '<p onclick="x()">甲<script>alert(1)</script><a href="javascript:x">乙</a></p>',
      }),
    ]
    expect(a.data).toMatchObject({ version: 1, removed: ['onclick', '<script>', 'href=javascript:'] })
    const read = await anyone.get<{ content: string; version: number }>('base/richText/getOne', { params: 'rules' })
    expect(read.data.content).toBe('<p>甲<a>乙</a></p>')
    const next = await admin.post<{ version: number }>('base/richText/add', { params: 'rules', title: '规定二', content: '<p>丙</p>', version: 1 })
    expect(next.data.version).toBe(2)
    expect((await admin.post('base/richText/add', { params: 'rules', title: '晚了', content: '<p>丁</p>', version: 1 })).code).toBe(409)
    expect((await admin.post('base/richText/add', { params: 'rules', title: '不知道', content: '<p>丁</p>' })).code).toBe(409)
    expect((await anyone.get('base/richText/getOne', { params: 'nothing' })).data).toBeNull()
    expect((await foreign.get('base/richText/getOne', { params: 'rules' })).data).toBeNull()
  })
  it('10-C4 apps reach their audience, are collected and counted a person, and one in use is not removed', async () => {
    // those that the modules bring
    await school.db.updateWhere(appName, sql`true`, { isEnabled: false })
    const app = (name: string, more: Record<string, unknown> = {}) =>
      admin.post<{ id: string }>('base/appName/add', { name, icon: 'star', category: 'life', url: '/x', terminals: ['web'], ...more })
    const open = await app('宿舍报修', { sort: 2, guide: '<p>先拍照<img src=x onerror=alert(1)></p>' })
    const staff = await app('审批中心', { audience: { roles: ['officer'] }, sort: 1 })
    await app('手机专用', { terminals: ['mobile'] })
    await app('停用的', { isEnabled: false })
    const officer = await school.as({ roles: ['officer'] })
    const names = async (who: Actor, path: string, query = {}) => (await who.get<Array<{ name: string }>>(path, query)).data.map(a => a.name)
    expect(await names(anyone, 'base/appName/getUserApp', { terminal: 'web' })).toEqual(['宿舍报修'])
    expect(await names(officer, 'base/appName/getUserApp', { terminal: 'web' })).toEqual(['审批中心', '宿舍报修'])
    expect((await anyone.post('base/appName/collect', { id: staff.data.id, isCollected: true })).code).toBe(404)
    expect((await foreign.post('base/appName/collect', { id: open.data.id, isCollected: true })).code).toBe(404)
    expect((await anyone.post('base/appName/collect', { id: open.data.id, isCollected: true })).data).toBe(true)
    await Promise.all(Array.from({ length: 5 }, () => anyone.post('base/appName/used', { id: open.data.id })))
    expect((await anyone.get<Array<Record<string, unknown>>>('base/appName/getUserCollection', { isAll: 1 })).data[0]).toMatchObject({
      id: open.data.id,
      isCollected: true,
      usedCount: 5,
      isOpen: true,
      categoryName: '生活与宿舍',
    })
    expect(await names(anyone, 'base/appName/getUserUsedApp', { size: 3 })).toEqual(['宿舍报修'])
    expect(await names(officer, 'base/appName/getUserCollection', { isAll: 1 })).toEqual([])
    const removed = await admin.post<{ failed: Array<{ msg: string }> }>('base/appName/remove', { ids: open.data.id })
    expect(removed.data?.failed?.[0]?.msg ?? removed.msg).toContain('1 人收藏')
    const one = await admin.get<{ guide: string }>('base/appName/getOne', { id: open.data.id })
    expect(one.data.guide).not.toContain('onerror')
    expect((await foreign.get('base/appName/getOne', { id: open.data.id })).code).toBe(404)
    expect(rule(await app('坏地址', { url: 'javascript:alert(1)' }))).toBe('422 system.appName.urlForm')
    expect(rule(await app('内网', { url: 'http://10.0.0.1/x' }))).toBe('422 system.appName.urlForm')
    expect(rule(await app('坏对象', { audience: { people: [] } }))).toBe('422 system.appName.audience')
  })
})
