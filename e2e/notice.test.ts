import { beforeAll, describe, expect, it } from 'vitest'
import { overflow, type Person, picture } from './browser.ts'
import { openDemo } from './fixture.ts'

const TITLE = '今晚停水通知'
const demo = openDemo()
let officer: Person
let student: Person
beforeAll(async () => {
  officer = await demo.person('officer')
  student = await demo.person('student', { isPhone: true })
})

describe('a notice from one browser to another', () => {
  it('is written with the editor and published; the student’s open page shows it by itself', async () => {
    await student.page.goto(`${demo.url}/personal/mynotice`)
    await student.page.getByRole('heading', { name: '我的通知' }).waitFor()
    const { page } = officer
    await page.goto(`${demo.url}/message/notices`)
    await page.getByRole('button', { name: '新增通知公告' }).click()
    const form = page.getByRole('dialog')
    await form.locator('input[type=text], input:not([type])').first().fill(TITLE)
    const editor = form.locator('[contenteditable=true]')
    await editor.click()
    await page.keyboard.type('19:00 起停水，')
    await form.getByRole('button', { name: '加粗' }).click()
    await page.keyboard.type('约两小时')
    await form.getByText(/^共 [\d,]+ 人$/).waitFor()
    await form.getByRole('switch').first().click()
    await picture(page, 'notice-form')
    await form.getByRole('button', { name: '新增', exact: true }).click()
    const row = page.locator('tr', { hasText: TITLE })
    await row.waitFor()
    expect(await student.page.getByText(TITLE).count()).toBe(0)
    await row.getByRole('button', { name: '发布', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: '发布', exact: true }).click()
    await student.page.getByRole('button', { name: new RegExp(TITLE) }).waitFor()
  })
  it('is read and acknowledged on the phone, and the office sees by whom', async () => {
    const { page } = student
    await page.getByRole('button', { name: new RegExp(TITLE) }).click()
    await page.getByText('19:00 起停水').waitFor()
    expect(await page.locator('[data-rich] strong').textContent()).toBe('约两小时')
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await picture(page, 'notice-phone')
    await page.getByRole('button', { name: '确认收到' }).click()
    await page.getByText(/^已于 .* 回执/).waitFor()
    await officer.page.goto(`${demo.url}/message/notices`)
    await officer.page.getByRole('button', { name: TITLE }).click()
    await officer.page.getByRole('tab', { name: '阅读情况' }).click()
    await officer.page
      .getByText(/^共 [\d,]+ 人$/)
      .first()
      .waitFor()
    await picture(officer.page, 'notice-readers')
    const api = await demo.api('officer')
    const found = await api.get<{ result: Array<{ title: string; readCount: number; receiptCount: number }> }>(`base/notice/list?keyword=${encodeURIComponent(TITLE)}`)
    expect(found.result[0]).toMatchObject({ readCount: 1, receiptCount: 1 })
    expect([...officer.faults, ...student.faults]).toEqual([])
  })
})
