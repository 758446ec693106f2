import { describe, expect, it } from 'vitest'
import { visitor } from './browser.ts'
import { openDemo, PASSWORD } from './fixture.ts'
import { OLDER } from './older.ts'

const demo = openDemo()
/** Simulates a browser without features introduced after 2021. */
const TOO_OLD = 'delete AbortSignal.timeout; delete Object.hasOwn'

describe('browsers', () => {
  it('as old as the sign-in page says they may be sign in, filter lists and open a record', async () => {
    const { page, context, faults } = await visitor(demo.browser)
    await context.addInitScript(`${OLDER}; delete Element.prototype.checkVisibility`)
    await page.goto(`${demo.url}/login?redirect=${encodeURIComponent('/student/students')}`)
    await page.getByText('Chromium 内核 109').waitFor()
    await page.locator('input[name="username"]').fill('bzr')
    await page.locator('input[name="password"]').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.waitForURL(/students/)
    const listed = page.locator('tbody tr').filter({ hasText: /\d{12}/ })
    const no = (await listed.nth(1).textContent())?.match(/\d{12}/)?.[0]
    await page.goto(`${demo.url}/student/students?q=${no}`)
    await expect.poll(() => listed.count()).toBe(1)
    await page.locator('tbody').getByRole('button').first().click()
    await page.getByRole('dialog').getByText(`${no}`).first().waitFor()
    expect(faults).toEqual([])
    await context.close()
  })
  it('older than that are told so in a sentence, and nothing of the program runs', async () => {
    const { page, context } = await visitor(demo.browser)
    await context.addInitScript(TOO_OLD)
    const asked: string[] = []
    page.on('request', request => asked.push(new URL(request.url()).pathname))
    await page.goto(demo.url)
    expect(await page.getByRole('alert').textContent()).toMatch(/浏览器版本过低[\s\S]*too old/)
    expect(asked.filter(path => path.startsWith('/api/'))).toEqual([])
    expect(await page.locator('#root').count()).toBe(0)
    await context.close()
  })
})
