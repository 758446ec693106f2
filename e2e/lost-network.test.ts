import type { Page, Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openDemo } from './fixture.ts'

const demo = openDemo()
const PAGE = /\/assets\/MapPage-[^/]*\.js(\?|$)/
const STYLE = /\/assets\/MapPage-[^/]*\.css$/
const open = (page: Page) => page.evaluate(`history.pushState(null, '', '/dormitory/map'); dispatchEvent(new PopStateEvent('popstate'))`)
const lost = (route: Route) => route.abort('connectionfailed')

describe('a part of the program that does not arrive', () => {
  it('is fetched again by itself, its styles too; a network that stays away is said and tried again on demand', async () => {
    const { page, context } = await demo.person('officer')
    await demo.go(page, '/index')
    let failures = 2
    await page.route(PAGE, route => (failures-- > 0 ? lost(route) : route.continue()))
    await open(page)
    await page.locator('[data-map]').waitFor()
    expect(failures).toBeLessThan(0)

    await demo.go(page, '/index')
    failures = 1
    await page.unroute(PAGE)
    await page.route(STYLE, route => (failures-- > 0 ? lost(route) : route.continue()))
    await open(page)
    await page.locator('[data-map]').waitFor()
    expect(await page.evaluate(`[...document.styleSheets].some(sheet => /MapPage/.test(sheet.href ?? ''))`)).toBe(true)

    await demo.go(page, '/index')
    await page.route(PAGE, lost)
    await open(page)
    await page.getByText('网络不通，页面没有取到').waitFor()
    expect(await page.getByText('平台刚刚更新过').count()).toBe(0)
    await page.unroute(PAGE)
    await page.getByRole('button', { name: '重试' }).click()
    await page.locator('[data-map]').waitFor()
    await context.close()
  })
  it('shows an answer that was there before it', async () => {
    const { page, context } = await demo.person('officer')
    await demo.go(page, '/cqa/notices')
    const answered = page.waitForResponse(/cqaSheet\/differences/)
    await page.route(/\/assets\/panel\.module-[^/]*\.js$/, async route => {
      await (await answered).finished()
      await route.continue()
    })
    await page.getByRole('button', { name: '核对差异' }).click()
    await page.getByText('结果与已定的相同').waitFor()
    await context.close()
  })
  it('says that the platform was updated when the server hands out another build', async () => {
    const { page, context } = await demo.person('officer')
    await demo.go(page, '/index')
    await page.route(PAGE, route => route.fulfill({ status: 404, body: '' }))
    await page.route(`${demo.url}/`, async route => {
      const index = await route.fetch()
      await route.fulfill({ response: index, body: (await index.text()).replace(/src="\/assets\/[^"]+\.js"/, 'src="/assets/another.js"') })
    })
    await open(page)
    await page.getByText('平台刚刚更新过').waitFor()
    expect(await page.getByRole('button', { name: '重试' }).count()).toBe(0)
    await context.close()
  })
})
