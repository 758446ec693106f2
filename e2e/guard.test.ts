import { createHash } from 'node:crypto'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Api, apiAs, menuId } from './api.ts'
import { give, openMenu, picture, stored, visitor } from './browser.ts'
import { openDemo, PASSWORD, poll } from './fixture.ts'

const demo = openDemo()
const { arrive, at, go } = demo
let admin: Api
beforeAll(async () => {
  admin = await demo.api('admin')
})
const md5 = (text: string): string => createHash('md5').update(text).digest('hex')
/** Addresses the page navigated to, including the initial load. */
function visits(page: Page): string[] {
  const seen: string[] = []
  page.on('framenavigated', frame => frame === page.mainFrame() && seen.push(frame.url().slice(demo.url.length)))
  return seen
}
/** Creates a user without roles, with their own password. */
async function nobody(): Promise<string> {
  const userName = 'nobody8'
  const { id } = await admin.post<{ id: string }>('base/sysUser/add', { realm: 'admin', userName, nickName: '无名', userType: 3, accountNo: userName })
  const { password } = await admin.post<{ password: string }>('base/sysUser/resetPassword', { id })
  const own = await apiAs(demo.url, userName, password)
  await own.post('base/sysUser/updatePassword', { oldPassword: md5(password), newPassword: PASSWORD })
  return userName
}

describe('10-H1 10-H2 the guard', () => {
  it('keeps the wanted path and query over sign-in, and sends who is signed in away from the sign-in page', async () => {
    const { page, context } = await visitor(demo.browser)
    await go(page, '/student/students?view=all&keyword=x')
    await page.locator('input[type="password"]').waitFor()
    expect(at(page)).toContain(`redirect=${encodeURIComponent('/student/students?view=all&keyword=x')}`)
    await give(page, 'officer', PASSWORD)
    await page.waitForURL('**/student/students?view=all&keyword=x')
    for (const path of ['/', '/login']) {
      await go(page, path)
      await page.waitForURL('**/index')
    }
    await context.close()
  })
  it('lets everybody open the open routes, and says which of them nobody has built', async () => {
    const { page, context } = await visitor(demo.browser)
    const calls: string[] = []
    page.on('response', response => response.status() === 401 && calls.push(response.url()))
    for (const path of [
      '/fktjwj',
      '/home',
      '/home/lofTV',
      '/lofTV',
      '/datascreen/dormBigScreen',
      '/datascreen/carouseltest',
      '/registerschool',
      '/welcome/login',
      '/dzks/login',
      '/401',
    ]) {
      await go(page, path)
      await page.locator('h1, main, form').first().waitFor()
      expect([path, at(page)]).toEqual([path, path])
    }
    expect(calls).toEqual([])
    await go(page, '/personal/mymessage')
    await page.locator('input[type="password"]').waitFor()
    await context.close()
  })
  it('shows one no-permission page to a user without routes, in place, with the way out', async () => {
    const { page, faults } = await demo.person(await nobody(), { lang: 'en' })
    const seen = visits(page)
    await go(page, '/system/users?a=1')
    await page.getByText('You are not authorized to operate').waitFor()
    await page.getByText('Contact your system administrator').waitFor()
    expect([...new Set(seen)]).toEqual(['/system/users?a=1'])
    await go(page, '/nowhere/at/all')
    await page.getByText('404', { exact: true }).waitFor()
    expect([...new Set(seen)]).toEqual(['/system/users?a=1', '/nowhere/at/all'])
    await go(page, '/401')
    await page.getByText('You are not authorized to operate').waitFor()
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.locator('input[type="password"]').waitFor()
    expect(faults).toEqual([])
    await page.context().close()
  })
  it('opens one screen bare in a new tab, and in the shell without ddtab', async () => {
    const { page } = await demo.person('officer')
    const students = await menuId(await demo.api('officer'), '/student/students')
    await go(page, `/layout?id=${students}&ddtab=true`)
    await page.locator('[data-list]').waitFor()
    expect(await page.locator('header').filter({ hasText: 'Ctrl K' }).count()).toBe(0)
    await poll(() => page.title()).toBe('学生信息 - 智慧校园综合服务平台')
    await go(page, `/layout?id=${students}`)
    await page.waitForURL('**/student/students')
    await go(page, '/layout')
    await page.waitForURL('**/index')
    await page.context().close()
  })
})
describe('10-H6 the lock', () => {
  const lock = async (page: Page) => {
    await openMenu(page)
    await page.getByRole('menuitem', { name: '锁屏' }).click()
    await page.getByRole('button', { name: '解锁' }).waitFor()
  }
  const tryPassword = async (page: Page, password: string) => {
    await page.locator('input[type="password"]').fill(password)
    await page.getByRole('button', { name: '解锁' }).click()
  }
  it('takes everything out of the page, stays over a reload and in other tabs, and opens by the password', async () => {
    const { page, context, faults } = await demo.person('officer')
    await go(page, '/student/students?view=all')
    const number = (await page.locator('[data-list] tbody tr small').first().textContent()) ?? ''
    expect(number).toMatch(/^\d{12}$/)
    const asked: string[] = []
    context.on('request', request => asked.push(new URL(request.url()).pathname))
    await lock(page)
    const clean = async (of: Page) => {
      expect(await of.content()).not.toContain(number)
      expect(await of.locator('tr, [data-list]').count()).toBe(0)
    }
    await clean(page)
    asked.length = 0
    await page.reload()
    await page.getByRole('button', { name: '解锁' }).waitFor()
    await clean(page)
    const second = await context.newPage()
    await go(second, '/student/students?view=all')
    await second.getByRole('button', { name: '解锁' }).waitFor()
    await clean(second)
    expect(asked.filter(path => path.startsWith('/api/') && !/getAppInfo|oauth\/token/.test(path))).toEqual([])
    await picture(page, 'shell-lock')
    await tryPassword(page, 'wrong')
    await page.getByText(/密码不正确，还可以试 4 次/).waitFor()
    await tryPassword(page, PASSWORD)
    await page.locator('[data-list] tbody tr').first().waitFor()
    await second.locator('[data-list] tbody tr').first().waitFor()
    expect(faults).toEqual([])
    await context.close()
  })
  it('signs out after five wrong tries', async () => {
    const { page, context } = await arrive('college')
    await lock(page)
    for (let i = 4; i > 0; i--) {
      await tryPassword(page, `wrong${i}`)
      await page.getByText(new RegExp(`还可以试 ${i} 次`)).waitFor()
    }
    await tryPassword(page, 'wrong0')
    await page.locator('input[autocomplete="username"]').first().waitFor()
    expect(await stored(page, 'qlAdmin-screenLock')).toBeUndefined()
    await context.close()
  })
  it('asks who has no password here for a PIN when locking, opens by it alone, and signs out after five wrong ones', async () => {
    const { page, context } = await demo.person('teacher')
    await page.route('**/sysUser/getUserInfo', async route => {
      const reply = await route.fetch()
      const body = (await reply.json()) as { data: object }
      await route.fulfill({ response: reply, json: { ...body, data: { ...body.data, passWordLevel: null } } })
    })
    await go(page, '/index')
    const lockWith = async (pin: string) => {
      await openMenu(page)
      await page.getByRole('menuitem', { name: '锁屏' }).click()
      await page.getByLabel('设一个解锁码').fill(pin)
      await page.getByRole('dialog').getByRole('button', { name: '锁屏' }).click()
    }
    await lockWith('12')
    await page.getByText('解锁码是 4 至 8 位数字').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await lockWith('246810')
    await page.getByRole('button', { name: '解锁' }).waitFor()
    await page.reload()
    await tryPassword(page, '135791')
    await page.getByText('解锁码不正确，还可以试 4 次').waitFor()
    await tryPassword(page, '246810')
    await page.locator('#content h1').first().waitFor()
    await lockWith('246810')
    for (let i = 4; i >= 0; i--) {
      await tryPassword(page, '135791')
      if (i) await page.getByText(`解锁码不正确，还可以试 ${i} 次`).waitFor()
    }
    await page.locator('input[name="username"]').waitFor()
    await context.close()
  })
  it('locks by itself where the school has it so', async () => {
    await admin.post('base/userPreference/publish', { theme: { isLockScreen: true, lockScreenTime: 5 } })
    const { page, context } = await arrive('teacher')
    await page.getByRole('button', { name: '解锁' }).waitFor()
    await admin.post('base/userPreference/publish', { theme: {} })
    await context.close()
  })
})
