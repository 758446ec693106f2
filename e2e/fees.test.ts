import { beforeAll, describe, expect, it } from 'vitest'
import { axeFaults, overflow, type Person, picture } from './browser.ts'
import { openDemo } from './fixture.ts'

const demo = openDemo()
let student: Person
beforeAll(async () => {
  student = await demo.person('student', { isPhone: true })
})

describe('a student’s fees', () => {
  it('are one card with a reason for each line, and are paid in three taps', async () => {
    const { page } = student
    await demo.go(page, '/fee/mine')
    const card = page.getByRole('region', { name: '现在要缴' })
    await card.getByRole('button').last().waitFor()
    for (const why of await card.getByText('为什么是这个数').all()) await why.click()
    await card.getByText('转专业后按新专业的标准补缴差额').waitFor()
    expect([await axeFaults(page), await overflow(page)]).toEqual([[], 0])
    await picture(page, 'my-fees')
    await card.getByRole('button', { name: /^支付 ¥/ }).click()
    await page.getByRole('heading', { name: '模拟收银台' }).waitFor()
    expect([await axeFaults(page), await overflow(page)]).toEqual([[], 0])
    await page.getByRole('button', { name: '付款', exact: true }).click()
    await page.getByRole('heading', { name: '支付结果' }).waitFor()
    await page.getByText('已支付').waitFor()
    expect([await axeFaults(page), await overflow(page)]).toEqual([[], 0])
    await picture(page, 'fees-paid')
    await page.getByRole('button', { name: '完成' }).click()
    await page.getByRole('region', { name: '支付记录' }).getByText('已支付').first().waitFor()
    expect(await page.getByRole('region', { name: '现在要缴' }).getByText('转专业后按新专业的标准补缴差额').count()).toBe(0)
  })
})
