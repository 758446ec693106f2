import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Api, menuId } from './api.ts'
import { axeFaults, openMenu, overflow, search, settled, stored } from './browser.ts'
import { openDemo, poll } from './fixture.ts'

const demo = openDemo()
const { arrive, go } = demo
let admin: Api
beforeAll(async () => {
  admin = await demo.api('admin')
})

/** Retries: the new layout may take the focus from the drawer just when the key is pressed. */
const closeDrawer = (page: Page) =>
  poll(async () => {
    await page.keyboard.press('Escape')
    return page.getByRole('dialog').count()
  }).toBe(0)

describe('10-H14 10-H15 the look and what the browser keeps', () => {
  it('a choice made on one device is there on another, and reset gives the school’s back', async () => {
    // a single API session: users may have five, and a sixth would end the browser's
    const api = await demo.api('psychologist')
    const kept = async () => (await api.get<{ theme: object } | null>('base/userPreference/getOne'))?.theme
    const first = await arrive('psychologist')
    await first.page.getByRole('button', { name: '界面设置' }).click()
    await first.page.getByRole('button', { name: '经典' }).click()
    await first.page.getByLabel('深色模式').click()
    await poll(kept).toMatchObject({
      layout: 'classic',
      isIsDark: true,
    })
    const second = await arrive('psychologist')
    await poll(() => second.page.evaluate('document.documentElement.dataset.theme')).toBe('dark')
    await second.page.getByRole('button', { name: '收起菜单' }).waitFor()
    await second.page.getByRole('button', { name: '界面设置' }).click()
    await second.page.getByRole('button', { name: '恢复默认' }).click()
    await poll(() => second.page.evaluate('document.documentElement.dataset.theme')).toBe('light')
    await poll(kept).toEqual({})
    for (const { context } of [first, second]) await context.close()
  })
  it('copies the configuration in force', async () => {
    const { page, context } = await arrive('psychologist')
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: '界面设置' }).click()
    await page.getByRole('button', { name: '复制配置' }).click()
    await page.getByText('配置已复制').waitFor()
    expect(JSON.parse(await page.evaluate<string>('navigator.clipboard.readText()'))).toEqual(await stored(page, 'ql-themeConfig'))
    await context.close()
  })
  it('all four layouts open every group, and an administrator publishes one for everybody else', async () => {
    const { page, context } = await arrive('admin')
    for (const layout of ['侧栏', '经典', '分栏', '横向']) {
      await page.getByRole('button', { name: '界面设置' }).click()
      await page.getByRole('button', { name: layout, exact: true }).click()
      await closeDrawer(page)
      await page.getByRole('navigation', { name: '主菜单' }).getByText('管理', { exact: true }).first().waitFor()
    }
    await page.getByRole('button', { name: '界面设置' }).click()
    await page.getByLabel('显示页脚').click()
    await page.locator('footer').filter({ hasText: '青蓝职业技术学院' }).waitFor()
    await page.getByRole('button', { name: '发布为学校默认' }).click()
    // an animating dialog ignores clicks: retry until the server has received the request
    let isPublished = false
    page.on('response', answer => {
      if (answer.url().includes('/userPreference/publish') && answer.ok()) isPublished = true
    })
    const said = page.getByText('已发布为学校默认外观').waitFor()
    await poll(async () => {
      const publish = page.getByRole('button', { name: '发布', exact: true })
      if (!isPublished) await publish.click({ timeout: 2000 }).catch(() => undefined)
      return isPublished
    }).toBe(true)
    await said
    await context.close()
    const other = await arrive('finance')
    await other.page.locator('footer').filter({ hasText: '青蓝职业技术学院' }).waitFor()
    await other.context.close()
    await admin.post('base/userPreference/publish', { theme: {} })
  })
  it('keeps the customer’s entries under their names, each with type and time, and drops a corrupt one', async () => {
    const { page, context } = await demo.person('officer')
    await go(page, '/student/students')
    await page.locator('[data-list]').waitFor()
    await poll(() => stored(page, 'ql-tagsViewList')).toMatchObject([{ path: '/student/students' }])
    await search(page, 'xsxx')
    await page.getByRole('option', { name: /学生信息/ }).waitFor()
    await page.keyboard.press('Enter')
    await poll(() => stored(page, 'ql-frequency')).toEqual({ '/student/students': 1 })
    await poll(() => stored(page, 'ql-userAllApps')).toContainEqual(expect.objectContaining({ id: expect.any(String), url: expect.any(String) }))
    const entries = await page.evaluate(() => Object.entries(localStorage).map(([key, value]) => [key, JSON.parse(value)] as const))
    for (const [key, value] of entries) expect([key, Object.keys(value as object).sort()]).toEqual([key, ['content', 'dataType', 'datetime']])
    const keys = entries.map(([key]) => key)
    for (const key of ['qlAdmin-accessToken', 'qlAdmin-userInfo', 'ql-userTheme', 'ql-themeConfig', 'ql-themeConfigStyle', 'ql-tagsViewList']) expect(keys).toContain(key)
    await page.evaluate(() => {
      localStorage.setItem('ql-themeConfig', '{"half')
      localStorage.setItem('ql-tagsViewList', '[1]')
    })
    await page.reload()
    await page.locator('[data-list]').waitFor()
    await poll(() => stored(page, 'ql-tagsViewList')).toMatchObject([{ path: '/student/students' }])
    await context.close()
  })
})
describe('10-H7 10-H10 10-H12 10-H13 watermark, walls, sizes and phone', () => {
  it('marks every page, bare ones too, while the school wants it', async () => {
    const { result } = await admin.get<{ result: Array<{ id: string; version: number; appType: number }> }>('base/appInfo/list?size=20')
    const known = result.find(row => row.appType === 0)
    type Saved = { id: string; version: number }
    const { id, version } = known
      ? await admin.post<Saved>('base/appInfo/update', { id: known.id, version: known.version, isWartermark: true })
      : await admin.post<Saved>('base/appInfo/add', { appType: 0, isWartermark: true })
    const { page, context } = await arrive('teacher')
    const mark = page.locator('[aria-hidden="true"] [style*="background-image"]').first()
    await mark.waitFor({ state: 'attached' })
    await openMenu(page)
    expect(await page.getByRole('menuitem', { name: /水印/ }).count()).toBe(0)
    // the watermark is a picture: record the texts drawn on the canvas
    await page.addInitScript(`window.painted = []
      const paint = CanvasRenderingContext2D.prototype.fillText
      CanvasRenderingContext2D.prototype.fillText = function (text, ...at) { painted.push(text); return paint.call(this, text, ...at) }`)
    const painted = () => page.evaluate<string[]>('painted')
    const me = (await stored(page, 'qlAdmin-userInfo')) as { nickName: string; accountNo: string }
    const students = await menuId(await demo.api('officer'), '/student/students')
    for (const path of ['/index', `/layout?id=${students}&ddtab=true`]) {
      await go(page, path)
      await mark.waitFor({ state: 'attached' })
      await poll(painted).toEqual(expect.arrayContaining([`${me.nickName} ${me.accountNo}`, expect.stringMatching(/^\d{4}-\d\d-\d\d$/)]))
    }
    const own = await admin.post<{ version: number }>('base/appInfo/update', { id, version, wartermarkText: '内部资料' })
    await poll(async () => {
      await page.reload()
      // the text changes after the app info has loaded
      await expect
        .poll(painted, { timeout: 2000 })
        .toContain('内部资料')
        .catch(() => undefined)
      return painted()
    }).toContain('内部资料')
    expect((await painted()).filter(text => text.includes(me.nickName))).toEqual([])
    await context.close()
    await admin.post('base/appInfo/update', { id, version: own.version, isWartermark: false, wartermarkText: null })
  })
  it('scales a wall to its window', async () => {
    const context = await demo.browser.newContext({ viewport: { width: 1280, height: 1024 } })
    const page = await context.newPage()
    await go(page, '/datascreen/carousel')
    await poll(() => page.locator('[data-scale]').getAttribute('data-scale')).toBe('0.6667')
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await context.close()
  })
  it('takes the overlay away, keeps the base container, centres columns no narrower than 100, says 暂无数据~', async () => {
    const { page, context } = await arrive('admin')
    expect(await page.locator('#loading').count()).toBe(0)
    await page.setViewportSize({ width: 900, height: 500 })
    await poll(() => overflow(page)).toBeLessThanOrEqual(0)
    await page.setViewportSize({ width: 1200, height: 500 })
    const box = (await page.evaluate('(({ offsetWidth, offsetHeight }) => ({ width: offsetWidth, height: offsetHeight }))(document.querySelector("#root > *"))')) as {
      width: number
      height: number
    }
    expect(box.width).toBeGreaterThanOrEqual(1200)
    expect(box.height).toBeGreaterThanOrEqual(560)
    await go(page, '/campus/classes')
    await page.locator('.ql-grid tbody tr td a, .ql-grid tbody tr td button').first().waitFor()
    const heads = await page.evaluate<Array<[string, number, string]>>(
      "[...document.querySelectorAll('.ql-grid thead th:not(.ql-choice):not(.ql-ends)')].map(th => [th.textContent, th.offsetWidth, getComputedStyle(th).textAlign])",
    )
    expect(heads.length).toBeGreaterThan(3)
    expect(heads.filter(([, width]) => width < 100)).toEqual([])
    expect(heads.slice(1).filter(([, , align]) => align !== 'center')).toEqual([])
    await page.route('**/appName/list**', route =>
      route.fulfill({ json: { code: 200, success: true, msg: '', data: { result: [], page: { total: 0, current: 1, size: 20, pages: 0 }, current: 1, size: 20 } } }),
    )
    await go(page, '/system/apps')
    await page.getByText('暂无数据~', { exact: true }).waitFor()
    await context.close()
  })
  it('has no column under the buttons at the end of the rows where English heads are longer', async () => {
    const { page, context } = await arrive('fdy', { lang: 'en' }, '/leave/leaves')
    await page.locator('tbody tr td button').first().waitFor()
    const ends = await page
      .locator('thead th')
      .evaluateAll(heads => heads.map(th => th.getBoundingClientRect()).map(({ left, right }) => ({ left: Math.round(left), right: Math.round(right) })))
    const [acts, ...columns] = ends.reverse()
    expect(columns.length).toBeGreaterThan(6)
    for (const column of columns) expect(column.right).toBeLessThanOrEqual((acts?.left ?? 0) + 1)
    await context.close()
  })
  it('on a phone has the bar below, on every page, and the menus in a drawer', async () => {
    const { page, context, faults } = await arrive('student', { isPhone: true })
    const bar = page.getByRole('navigation', { name: '主菜单' })
    for (const name of ['首页', '待办']) await bar.getByRole('link', { name }).waitFor()
    await bar.getByRole('button', { name: '服务' }).click()
    const services = page.getByRole('dialog')
    await services.getByText('办事大厅').waitFor()
    await services.getByRole('heading', { name: '常用' }).waitFor()
    await services.getByRole('link', { name: '课表' }).waitFor()
    expect(await services.getByRole('link', { name: '学生信息' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await go(page, '/nowhere')
    await bar.waitFor()
    expect(faults).toEqual([])
    await context.close()
  })
})
describe('everybody can use the shell', () => {
  it('open panels, search, drawer and lock have no serious finding either', async () => {
    const { page, context } = await arrive('admin')
    const isWellMade = async () => {
      await settled(page)
      expect(await axeFaults(page)).toEqual([])
    }
    await page.getByRole('navigation', { name: '主菜单' }).getByRole('button', { name: '管理', exact: true }).first().click()
    await page.getByRole('link', { name: '角色', exact: true }).waitFor()
    await isWellMade()
    await page.keyboard.press('Escape')
    await search(page, 'yh')
    await page.getByRole('option').first().waitFor()
    await isWellMade()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '界面设置' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '恢复默认' }).waitFor()
    await isWellMade()
    await page.getByRole('button', { name: '分栏', exact: true }).click()
    await closeDrawer(page)
    await isWellMade()
    await context.close()
  })
})
