import { describe, expect, it } from 'vitest'
import { axeFaults, overflow, picture, visitor } from './browser.ts'
import { openDemo } from './fixture.ts'

const demo = openDemo()

describe('texts of the school', { timeout: 120_000 }, () => {
  it('10-L18 the privacy notice is written on a page, and read before signing in', async () => {
    const { page, context, faults } = await demo.arrive('admin', {}, '/system/texts')
    const row = page.getByRole('row').filter({ hasText: 'privacy' })
    await row.getByRole('button', { name: '修改' }).click()
    const form = page.getByRole('dialog')
    await form.getByRole('textbox', { name: '标题', exact: true }).fill('青蓝学院隐私政策')
    await picture(page, 'rich-text')
    expect(await axeFaults(page)).toEqual([])
    await form.getByRole('button', { name: '保存富文本' }).click()
    await row.getByText('青蓝学院隐私政策').waitFor()
    await page.setViewportSize({ width: 360, height: 740 })
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    expect(faults).toEqual([])
    await context.close()
    const stranger = await visitor(demo.browser)
    await demo.go(stranger.page, '/login')
    await stranger.page.getByRole('button', { name: '隐私政策' }).click()
    await stranger.page.getByRole('dialog').getByText('青蓝学院隐私政策').waitFor()
    await stranger.context.close()
  })
})
describe('the personal centre', { timeout: 120_000 }, () => {
  it('10-A7 names who read my sensitive data, and why', async () => {
    const officer = await demo.api('officer')
    const { detail } = await (await demo.api('student')).get<{ detail: { studentId: string } }>('base/sysUser/getUserInfo')
    await officer.post('base/student/reveal', { id: detail.studentId, fields: ['idNo'], reason: '核对助学金证件' })
    const { page, context, faults } = await demo.arrive('student', {}, '/personalcenter#readers')
    const panel = page.getByRole('region', { name: '谁看过我的敏感信息' }).first()
    await panel.getByText('核对助学金证件').waitFor()
    await panel.scrollIntoViewIfNeeded()
    await picture(page, 'readers')
    expect(await axeFaults(page)).toEqual([])
    await page.setViewportSize({ width: 360, height: 740 })
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    expect(faults).toEqual([])
    await context.close()
  })
})
