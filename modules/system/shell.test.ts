import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, openSchool, type School } from '#testing/school.ts'
import { isAllowedFrame } from './model/frames.ts'

let school: School
let admin: Actor
let person: Actor
beforeAll(async () => {
  school = await openSchool()
  admin = await school.as({ roles: ['admin'] })
  person = await school.as({ roles: ['officer'] })
})
afterAll(() => school.close())

const preference = async (who: Actor, terminal = 'web') => (await who.get<{ theme: Record<string, unknown> } | null>('base/userPreference/getOne', { terminal })).data
const schoolLook = async () => (await school.anonymous.get<{ theme: unknown }>('base/openApi/getAppInfo', { appType: 0 })).data.theme

describe('10-H14 the look of the shell', () => {
  it('keeps a person’s own choice on the server, for each kind of device', async () => {
    expect(await preference(person)).toBeNull()
    expect((await person.post('base/userPreference/save', { theme: { primary: '#0f6f8f', isIsDark: true } })).code).toBe(200)
    expect((await person.post('base/userPreference/save', { terminal: 'mobile', theme: { globalComponentSize: 'large' } })).code).toBe(200)
    expect(await preference(person)).toEqual({ theme: { primary: '#0f6f8f', isIsDark: true } })
    expect(await preference(person, 'mobile')).toEqual({ theme: { globalComponentSize: 'large' } })
    expect(await preference(admin)).toBeNull()
    expect(await preference(person, 'exam')).toEqual({ theme: { primary: '#0f6f8f', isIsDark: true } })
    await person.post('base/userPreference/save', { theme: {} })
    expect(await preference(person)).toEqual({ theme: {} })
  })
  it('takes only what is a person’s to choose, and only values that can stand there', async () => {
    for (const theme of [
      { isWartermark: false },
      { isGrayscale: true },
      { globalTitle: 'x' },
      { nothing: 1 },
      { primary: 'red' },
      { layout: 'upside-down' },
      { isIsDark: 'yes' },
    ]) {
      const answer = await person.post('base/userPreference/save', { theme })
      expect([JSON.stringify(theme), answer.code]).toEqual([JSON.stringify(theme), 422])
    }
  })
  it('lets an administrator publish the school’s default, and nobody else', async () => {
    const look = { layout: 'classic', isBreadcrumb: true, isLockScreen: true, lockScreenTime: 120 }
    expect((await person.post('base/userPreference/publish', { theme: look })).code).toBe(403)
    expect((await admin.post('base/userPreference/publish', { theme: { isWartermark: true } })).code).toBe(422)
    expect((await admin.post('base/userPreference/publish', { theme: look })).code).toBe(200)
    expect(await schoolLook()).toEqual(look)
    await admin.post('base/userPreference/publish', { theme: {} })
    expect(await schoolLook()).toEqual({})
  })
})
describe('10-H2 an address that is not the caller’s', () => {
  const standing = async (who: Actor, query: Record<string, string>) => (await who.get<{ standing: string }>('base/sysMenu/standing', query)).data.standing
  it('exists for others, or does not exist at all', async () => {
    const nobody = await school.as({})
    expect(await standing(nobody, { path: '/system/users/' })).toBe('forbidden')
    expect(await standing(admin, { path: '/system/users' })).toBe('open')
    expect(await standing(nobody, { path: '/nowhere' })).toBe('absent')
    const [row] = await school.db.query<{ id: string }>(sql`select id from menu where tenant_id = ${school.tenantId} and path = '/system/users'`)
    expect(await standing(nobody, { id: row?.id ?? '' })).toBe('forbidden')
    expect(await standing(nobody, { id: 'nonsense' })).toBe('absent')
  })
})
describe('10-H9 framed pages', () => {
  const REPORT = 'https://report.example.edu.cn/show?id=1&ticket={ticket}'
  let menuId: string
  const frame = (who: Actor, id = menuId) => who.post<{ address: string }>('base/ticket/issue', { menuId: id })
  const redeem = (ticket: string) => school.anonymous.post<{ userId: string; nickName: string }>('base/ticket/redeem', { ticket })
  const hosts = async (frameHosts: string) => {
    const now = (await admin.get<{ version: number; content: Record<string, unknown> }>('base/baseParams/getOne', { paramsId: 'shell' })).data
    const answer = await admin.post('base/baseParams/submit', { paramsId: 'shell', version: now.version, content: { ...now.content, frameHosts } })
    expect(answer.code).toBe(200)
  }
  beforeAll(async () => {
    const answer = await admin.post<{ id: string }>('base/sysMenu/add', {
      terminal: 'web',
      type: 'menu',
      title: '报表',
      path: '/report/one',
      openType: 2,
      menuLink: REPORT,
      module: 'system',
    })
    expect(answer.msg && answer.code).toBe(200)
    menuId = answer.data.id
  })
  it('open only on hosts the school allows', async () => {
    const refused = await frame(person)
    expect([refused.code, refused.msg]).toEqual([422, '“report.example.edu.cn”不在允许内嵌的网站中'])
    await hosts('*.example.edu.cn, bi.school.cn')
    expect((await frame(person)).code).toBe(200)
    expect((await frame(person, '00000000-0000-7000-8000-000000000000')).code).toBe(404)
  })
  it('carry a ticket that says once, within a minute, who opened them', async () => {
    const { address } = (await frame(person)).data
    const ticket = new URL(address).searchParams.get('ticket') ?? ''
    expect(ticket).toMatch(/^[\w-]{43}$/)
    expect(address).not.toContain(person.token)
    const answers = await Promise.all([redeem(ticket), redeem(ticket), redeem(ticket)])
    expect(answers.map(a => a.code).sort()).toEqual([200, 422, 422])
    expect(answers.find(a => a.code === 200)?.data.userId).toBe(person.userId)
    expect((await redeem('x'.repeat(43))).code).toBe(422)
  })
  it('are refused a ticket that is too old or whose session has ended', async () => {
    const first = new URL((await frame(person)).data.address).searchParams.get('ticket') ?? ''
    await school.db.query(sql`update shell_ticket set expires_at = now() - interval '1 second' where tenant_id = ${school.tenantId} and used_at is null`)
    expect((await redeem(first)).code).toBe(422)
    const gone = await school.as({ roles: ['officer'] })
    const second = new URL((await frame(gone)).data.address).searchParams.get('ticket') ?? ''
    await gone.get('auth/logOut')
    expect((await redeem(second)).code).toBe(422)
  })
  it.each([
    ['https://a.cn/x', 'a.cn', true],
    ['https://a.cn:8443/x', 'a.cn', true],
    ['https://a.cn:8443/x', 'a.cn:443', false],
    ['https://x.a.cn/', '*.a.cn', true],
    ['https://xa.cn/', '*.a.cn', false],
    ['https://a.cn.evil.com/', 'a.cn', false],
    ['https://a.cn@evil.com/', 'a.cn', false],
    ['javascript:alert(1)', 'a.cn', false],
    ['/inside', 'a.cn', false],
  ])('%s with %s: %s', (address, allowed, expected) => {
    expect(isAllowedFrame(address, allowed) === true).toBe(expected)
  })
})
