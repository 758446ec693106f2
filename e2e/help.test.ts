import { describe, expect, it } from 'vitest'
import { boxOf } from './browser.ts'
import { openDemo } from './fixture.ts'

const demo = openDemo()

describe('where one stands', () => {
  it('says behind the “?” of a page what it is for, who sees it and what to do first', async () => {
    const { page, context, faults } = await demo.arrive('officer', {}, '/campus/calendar')
    await page.getByRole('button', { name: '这一页怎么用' }).click()
    const said = page.getByRole('dialog', { name: '这一页怎么用' })
    await said.getByText('先建本学年和两个学期', { exact: false }).waitFor()
    expect(await said.locator('dt').allTextContents()).toEqual(['这一页做什么', '谁能看到', '先做什么'])
    await said.getByRole('button', { name: '知道了' }).click()
    await said.waitFor({ state: 'detached' })
    expect(faults).toEqual([])
    await context.close()
  })
  it('names the page in the bar of a phone, once, with the way back', async () => {
    const { page, context, faults } = await demo.arrive('student', { isPhone: true })
    const bar = page.locator('header').first()
    expect(await bar.getByRole('button', { name: '返回' }).count()).toBe(0)
    await page.getByRole('button', { name: '请假', exact: true }).click()
    await page.waitForURL('**/leave/apply*')
    await bar.getByText('请假', { exact: true }).waitFor()
    const heading = page.locator('#content h1:visible')
    expect([await heading.textContent(), (await boxOf(heading)).height]).toEqual(['请假', 1])
    await bar.getByRole('button', { name: '返回' }).click()
    await page.waitForURL('**/index')
    // a visit that begins on a page has none before it
    await demo.go(page, '/leave/mine')
    await bar.getByRole('button', { name: '返回' }).click()
    await page.waitForURL('**/index')
    expect(faults).toEqual([])
    await context.close()
  })
})
