import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { setParameter } from './api.ts'
import { openMenu, search, stored } from './browser.ts'
import { openDemo, poll } from './fixture.ts'

const demo = openDemo()
const { arrive, at, go } = demo

const chooseEntry = async (page: Page, size: string): Promise<void> => {
  await page.getByRole('menuitem', { name: 'Home' }).hover({ timeout: 2000 })
  await page.getByRole('menuitem', { name: 'Component size' }).hover({ timeout: 2000 })
  await page.getByRole('menuitem', { name: size, exact: true }).click({ timeout: 2000 })
}
describe('10-H3 10-H4 10-H5 title, menu of the person, tabs', () => {
  it('has every entry of the customer’s, asks before logging out in their words, and logs out', async () => {
    const { page } = await arrive('college', { lang: 'en' }) // this user's theme stays English on the server
    await openMenu(page)
    const entries = ['Home', 'Personal center', 'Component size', 'Language', 'Search menus', 'Appearance', 'Full screen', 'Lock screen', '404 page', '401 page', 'Log out']
    for (const name of entries) await page.getByRole('menuitem', { name }).waitFor()
    for (const size of ['Large', 'Small', 'Default']) {
      // an animating entry ignores clicks: retry from outside until the choice is stored
      await poll(async () => {
        const entry = page.getByRole('menuitem', { name: 'Component size' })
        if (!(await entry.isVisible())) await openMenu(page)
        await chooseEntry(page, size).catch(() => undefined)
        return stored(page, 'ql-userTheme')
      }).toMatchObject({ globalComponentSize: size.toLowerCase() })
    }
    await page.mouse.move(300, 600)
    const question = page.getByText('This operation will log out. Do you want to continue?')
    await poll(async () => {
      const leave = page.getByRole('menuitem', { name: 'Log out' })
      if (!(await leave.isVisible())) await openMenu(page)
      await leave.click({ timeout: 2000 }).catch(() => undefined)
      // the window is fetched when it opens; a second try would be made behind it
      return question.waitFor({ timeout: 10_000 }).then(
        () => true,
        () => false,
      )
    }).toBe(true)
    await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click()
    await page.locator('input[type="password"]').waitFor()
    expect(await stored(page, 'qlAdmin-accessToken')).toBeUndefined()
    await page.context().close()
  })
  it('keeps the error pages’ entries to administrators where the school has it so', async () => {
    const admin = await demo.api('admin')
    await setParameter(admin, 'shell', { errorEntries: 'admin' })
    for (const [userName, count] of [
      ['officer', 0],
      ['admin', 1],
    ] as const) {
      const { page, context } = await arrive(userName)
      await openMenu(page)
      await page.getByRole('menuitem', { name: '锁屏' }).waitFor()
      for (const name of ['404 页面', '401 页面']) await poll(() => page.getByRole('menuitem', { name }).count()).toBe(count)
      await context.close()
    }
    await setParameter(admin, 'shell', { errorEntries: 'everyone' })
  })
  it('keeps views alive, restores tabs, closes with the middle button, moves by dragging, fills the window', async () => {
    const { page, faults } = await demo.person('admin')
    const tab = (name: string) => page.getByLabel('打开的页面').getByRole('button', { name, exact: true })
    const names = () =>
      page
        .getByLabel('打开的页面')
        .locator('button[aria-label^="关闭"]')
        .evaluateAll(all => all.map(b => b.getAttribute('aria-label')?.slice(3)))
    for (const path of ['/system/users', '/system/roles', '/system/menus']) {
      await go(page, path)
      await poll(names).toHaveLength(path === '/system/users' ? 1 : path === '/system/roles' ? 2 : 3)
    }
    await poll(() => page.title()).toBe('菜单 - 智慧校园综合服务平台')
    await tab('用户').click()
    await page.locator('[data-list]:visible', { hasText: '用户类型' }).locator('input').first().fill('没有这个人')
    await page.waitForURL(/users\?q=/)
    await tab('角色').click()
    await page.waitForURL('**/system/roles')
    await tab('用户').click()
    await poll(() => page.locator('[data-list]:visible input').first().inputValue()).toBe('没有这个人')
    // switching tabs within the debounce must not lose the input
    await page.locator('[data-list]:visible input').first().fill('这个人也没有')
    await tab('角色').click()
    await page.waitForURL('**/system/roles')
    await tab('用户').click()
    await poll(() => page.locator('[data-list]:visible input').first().inputValue()).toBe('这个人也没有')
    await page.reload()
    await poll(names).toEqual(['用户', '角色', '菜单'])
    await tab('菜单').dragTo(tab('用户'))
    await poll(names).toEqual(['菜单', '用户', '角色'])
    await tab('角色').click({ button: 'middle' })
    await poll(names).toEqual(['菜单', '用户'])
    await page.getByRole('button', { name: '全屏' }).click()
    expect(await page.locator('header').filter({ hasText: 'Ctrl K' }).count()).toBe(0)
    expect(await page.evaluate("sessionStorage.getItem('ql-tagsViewFull')")).toBe('true')
    await page.getByRole('button', { name: '退出全屏' }).click()
    expect(await page.evaluate("sessionStorage.getItem('ql-tagsViewFull')")).toBe('false')
    await Promise.all([page.waitForResponse('**/sysUser/list**'), page.getByRole('button', { name: '刷新当前页' }).click()])
    await tab('用户').click({ button: 'right' })
    await page.getByRole('menuitem', { name: '关闭其他' }).click()
    await poll(names).toEqual(['用户'])
    await tab('用户').click({ button: 'right' })
    await page.getByRole('menuitem', { name: '关闭全部' }).click()
    await page.waitForURL('**/index')
    await poll(names).toEqual([])
    expect(faults).toEqual([])
    await page.context().close()
  })
  it('asks before a tab with unsaved input closes, and keeps the draft', async () => {
    const { page } = await demo.person('admin')
    await go(page, '/system/apps')
    await page.getByRole('button', { name: /^新增/ }).click()
    await page.getByRole('dialog').locator('input').first().fill('半个应用')
    await page.getByLabel('打开的页面').getByRole('button', { name: '关闭 应用' }).dispatchEvent('click')
    await page.locator('.ant-modal-confirm-title', { hasText: '有内容还没有保存' }).waitFor()
    await page.getByRole('button', { name: '回去保存' }).click()
    expect(at(page)).toContain('/system/apps')
    await page.getByLabel('打开的页面').getByRole('button', { name: '关闭 应用' }).dispatchEvent('click')
    await page.getByRole('dialog', { name: '有内容还没有保存' }).getByRole('button', { name: '关闭' }).last().click()
    await page.waitForURL('**/index')
    await go(page, '/system/apps')
    await page.getByRole('button', { name: /^新增/ }).click()
    await page.getByRole('button', { name: '接着填' }).click()
    await poll(() => page.getByRole('dialog').locator('input').first().inputValue()).toBe('半个应用')
    await page.context().close()
  })
})
describe('10-H8 the search', () => {
  it('finds a menu by its initials and a student by number, by the keyboard alone', async () => {
    const { page, context, faults } = await arrive('officer')
    await search(page, 'xsxx')
    await page.getByRole('option', { name: /学生信息/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/student/students')
    const student = (await (await demo.api('officer')).get<{ result: Array<{ studentNo: string; name: string }> }>('base/student/list?size=1')).result[0]
    await search(page, student?.studentNo ?? '')
    await page.getByRole('option', { name: new RegExp(student?.name ?? '') }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/student\/profile\?id=/)
    await page
      .getByRole('main')
      .or(page.locator('#content'))
      .getByText(student?.studentNo ?? '')
      .first()
      .waitFor()
    expect(faults).toEqual([])
    await context.close()
  })
  it('shows nobody what they may not open', async () => {
    const { page, context } = await arrive('student')
    await search(page, 'yonghu')
    await page.getByText('没有找到“yonghu”').waitFor()
    await context.close()
  })
})
describe('10-H4 news and no network', () => {
  it('a notice that one person publishes is on another’s bell while the page stays open', async () => {
    const { page, context, faults } = await arrive('student')
    const bell = page.getByRole('button', { name: /^通知(，|$)/ })
    const unread = async () => Number((await bell.getAttribute('aria-label'))?.match(/\d+/)?.[0] ?? 0)
    const before = await (await demo.api('student')).get<number>('base/message/unreadCount')
    expect(before).toBeGreaterThan(0)
    await poll(unread).toBe(before)
    const officer = await demo.api('officer')
    const { id } = await officer.post<{ id: string }>('base/notice/add', { title: '明天停水', content: '<p>九点到十一点</p>', audience: { all: true } })
    await officer.post('base/notice/publish', { id })
    await poll(unread).toBe(before + 1)
    await bell.click()
    await page.getByRole('button', { name: /明天停水/ }).waitFor()
    await page.getByRole('button', { name: '全部标为已读' }).click()
    await poll(unread).toBe(0)
    expect(faults).toEqual([])
    await context.close()
  })
  it('60-MB3 without network the shell opens with the menu of the last visit, pages of the public site show one of their own; nothing of the API is kept', async () => {
    const { page, context } = await arrive('officer')
    await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
    await page.reload()
    await page.locator('#content h1').first().waitFor()
    const kept = await page.evaluate<string[]>(
      'caches.keys().then(names => Promise.all(names.map(name => caches.open(name).then(cache => cache.keys())))).then(all => all.flat().map(request => new URL(request.url).pathname))',
    )
    expect(kept.sort()).toEqual(['/boot.css', '/boot.js', '/index.html', '/logo.svg', '/offline.html'])
    await context.setOffline(true)
    await page.reload()
    await page.locator('#content').getByText('网络连接错误').first().waitFor()
    await page.getByText('迎新毕业').first().waitFor()
    const home = page.url()
    await page.goto(new URL('/site/portal/zh-cn/index', home).href)
    await page.getByText('没有网络').waitFor()
    await context.setOffline(false)
    await page.getByRole('link', { name: /重新打开/ }).click()
    await page.getByText('没有网络').waitFor({ state: 'detached' })
    await page.goto(home)
    await page.locator('#content h1').first().waitFor()
    await context.close()
  })
})
