import { beforeEach, describe, expect, test, vi } from 'vitest'
import { clearAll, read, readEntry, write } from '#web/base/storage.ts'
import { writeCookie } from '#web/credentials/cookie.ts'
import { loginAddress, safeRedirect } from '#web/credentials/leave.ts'
import { ADMIN, realmOf } from '#web/credentials/realm.ts'
import { type FakeBrowser, fakeBrowser } from '#web/http/fixture.ts'
import { enterApp, keepApps } from './apps.ts'
import { guard } from './guard.ts'
import { keepAnswer, lastAnswer } from './last-answer.ts'
import { columnsOf, type MenuEntry, screensOf, visibleEntries } from './menu.ts'
import { LOCK_STALE, REFRESH_AGE, refreshDue } from './refresh.ts'

let browser: FakeBrowser
beforeEach(() => {
  browser = fakeBrowser('/')
})

describe('10-H15 storage', () => {
  test('wraps every value with its type and time', () => {
    write('ql-frequency', { '/a': 1 })
    expect(JSON.parse(browser.local.getItem('ql-frequency') ?? '')).toEqual({ dataType: 'object', content: { '/a': 1 }, datetime: expect.any(Number) })
    expect(read('ql-frequency')).toEqual({ '/a': 1 })
  })
  test('drops what is corrupt, of another shape or older', () => {
    for (const text of ['{', '"x"', '{"content":1}', '{"dataType":"string","content":1,"datetime":1}', 'null']) {
      browser.local.setItem('k', text)
      expect(readEntry('k')).toBeUndefined()
      expect(browser.local.getItem('k')).toBeNull()
    }
  })
  test('10-K11 one realm’s end leaves the others signed in', () => {
    for (const key of ['qlAdmin-accessToken', 'qlExam-userInfo', 'ql-appId', 'ql-frequency', 'ql-themeConfigStyle']) write(key, 'x')
    clearAll('qlAdmin-')
    expect(Array.from({ length: browser.local.length }, (_, i) => browser.local.key(i)).sort()).toEqual(['ql-frequency', 'ql-themeConfigStyle', 'qlExam-userInfo'])
  })
})
describe('menus of the last visit', () => {
  test('are drawn for the account they were answered to, and gone with its session', () => {
    write('qlAdmin-userInfo', { detail: { userId: 'u1' } })
    expect(keepAnswer('routes', [1])).toEqual([1])
    expect(lastAnswer('routes')).toEqual([1])
    write('qlAdmin-userInfo', { detail: { userId: 'u2' } })
    expect(lastAnswer('routes')).toBeUndefined()
    write('qlAdmin-userInfo', { detail: { userId: 'u1' } })
    clearAll('qlAdmin-')
    write('qlAdmin-userInfo', { detail: { userId: 'u1' } })
    expect(lastAnswer('routes')).toBeUndefined()
  })
})
describe('10-H15 the apps of the service hall', () => {
  test('are kept with the one that a menu has opened last', async () => {
    const apps = [
      { id: '1', url: '/leave', menuId: 'm1' },
      { id: '2', url: '/repair', menuId: null },
    ]
    vi.stubGlobal(
      'fetch',
      vi.fn(async () => new Response(JSON.stringify({ code: 200, data: apps }))),
    )
    await keepApps('web')
    vi.unstubAllGlobals()
    expect(read('ql-userAllApps')).toEqual(apps)
    enterApp('m1', '/elsewhere')
    expect(read('ql-appId')).toBe('1')
    enterApp('m9', '/repair')
    expect(read('ql-appId')).toBe('2')
    enterApp('m9', '/no-app')
    expect(read('ql-appId')).toBe('2')
  })
})
describe('10-K9 the cookie for file links', () => {
  test('goes with no other site’s calls and, over https, over nothing else', () => {
    vi.stubGlobal('document', { cookie: '' })
    vi.stubGlobal('location', { pathname: '/', protocol: 'https:' })
    writeCookie('FlySource-Auth', 'abc')
    expect(document.cookie.split('; ').sort()).toEqual(['FlySource-Auth=abc', 'Path=/', 'SameSite=Lax', 'Secure'])
    vi.unstubAllGlobals()
  })
})
describe('10-H1 the guard', () => {
  const at = (pathname: string, search = '', signedIn: string[] = []) => guard({ pathname, search, hasToken: realm => signedIn.includes(realm.name) })
  test('signed in, the sign-in page leads to the desktop unless a ticket comes along', () => {
    expect(at('/', '', ['admin'])).toEqual({ kind: 'go', to: '/index' })
    expect(at('/login', '', ['admin'])).toEqual({ kind: 'go', to: '/index' })
    expect(at('/', '?tgc=TGT-1', ['admin']).kind).toBe('pass')
  })
  test('open routes pass', () => {
    for (const path of ['/', '/login', '/activate', '/401', '/welcome/login', '/dzks/login']) expect(at(path).kind).toBe('pass')
  })
  test('without a token the wanted path is kept', () => {
    expect(at('/student/info', '?a=1')).toMatchObject({ kind: 'login', wanted: '/student/info?a=1' })
    expect(loginAddress(ADMIN, '/student/info?a=1')).toBe('/?redirect=%2Fstudent%2Finfo%3Fa%3D1')
    expect(loginAddress(ADMIN, '/index')).toBe('/')
  })
  test('10-L19 another realm’s token opens nothing', () => {
    expect(at('/index', '', ['welcome']).kind).toBe('login')
    expect(at('/welcome/index', '', ['admin'])).toMatchObject({ kind: 'login', realm: { name: 'welcome' } })
    expect(at('/welcome', '', ['welcome'])).toEqual({ kind: 'go', to: '/welcome/index' })
    expect(at('/dzks/index', '', ['exam'])).toEqual({ kind: 'go', to: '/dzks/exame/index' })
    expect(realmOf('/welcomes').name).toBe('admin')
  })
  test('10-L11 a return path leads only inside this site', () => {
    expect(safeRedirect('/student/info?a=1#b', ADMIN)).toBe('/student/info?a=1#b')
    for (const bad of [null, '', 'https://evil.example', '//evil.example', '/\\evil.example', '/\t/evil.example', 'javascript:alert(1)'])
      expect(safeRedirect(bad, ADMIN)).toBe('/index')
  })
})
describe('10-K2 refreshing', () => {
  test('waits for 3000 s of age and for other tabs, but not for a dead one', () => {
    const now = 1e12
    expect(refreshDue(undefined, undefined, now)).toBe(false)
    expect(refreshDue(REFRESH_AGE - 1, undefined, now)).toBe(false)
    expect(refreshDue(REFRESH_AGE, undefined, now)).toBe(true)
    expect(refreshDue(REFRESH_AGE, now - 1000, now)).toBe(false)
    expect(refreshDue(REFRESH_AGE, now - LOCK_STALE - 1, now)).toBe(true)
  })
})
describe('the menu', () => {
  const entry = (id: string, path: string, more: Partial<MenuEntry> & { hide?: boolean } = {}): MenuEntry => ({
    id,
    path,
    name: id,
    component: null,
    openType: 1,
    meta: { title: id, isHide: more.hide ?? false },
    ...more,
  })
  const tree = [
    entry('基础', '/base', {
      children: [
        entry('机构', '/base/org', { children: [entry('部门', '/base/department', { component: 'campus/DepartmentPage' })] }),
        entry('校历', 'calendar', { component: 'campus/CalendarPage' }),
      ],
    }),
    entry('空组', '/empty', { children: [] }),
    entry('学生', '/student', { children: [entry('详情', '/student/:id', { component: 'student/DetailPage', hide: true })] }),
  ]
  test('every entry with a page has an address, hidden ones too; relative paths are made whole', () => {
    expect(screensOf(tree).map(s => [s.path, s.trail.join('/')])).toEqual([
      ['/base/department', '基础/机构'],
      ['/base/calendar', '基础'],
      ['/student/:id', '学生'],
    ])
  })
  test('empty directories and hidden entries are not drawn', () => {
    expect(visibleEntries(tree).map(e => e.id)).toEqual(['基础'])
  })
  test('a group’s own entries come first, then its directories', () => {
    const [group] = visibleEntries(tree)
    expect(group && columnsOf(group).map(c => [c.title, c.entries.map(e => e.id)])).toEqual([
      ['', ['校历']],
      ['机构', ['部门']],
    ])
  })
})
