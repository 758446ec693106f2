import { beforeAll, describe, expect, it } from 'vitest'
import { axeFaults, overflow, type Person, picture, visitor } from './browser.ts'
import { openDemo, poll } from './fixture.ts'

const demo = openDemo()
let wall: Person
let officer: Person
beforeAll(async () => {
  officer = await demo.person('officer')
  wall = await visitor(demo.browser)
  await wall.page.setViewportSize({ width: 1920, height: 1080 })
})
const CODE = /^[2-9A-HJKMNP-Z]{3} [2-9A-HJKMNP-Z]{3}$/
const shownCode = async (): Promise<string> => (await wall.page.locator('.ql-wall-pairing [role="status"]').textContent()) ?? ''

describe('a wall, from the nail to the bin', () => {
  it('20-DS5 60-BS2 shows a code, and numbers once somebody has confirmed it', async () => {
    await demo.go(wall.page, '/datascreen/dormBigScreen')
    await poll(shownCode).toMatch(CODE)
    const code = (await shownCode()).replace(' ', '')
    const { page } = officer
    await demo.go(page, '/screen/devices')
    await page.getByRole('button', { name: '配对' }).click()
    await page.getByLabel('屏幕上的 6 位配对码').fill(code)
    await page.getByRole('button', { name: '下一步' }).click()
    await page.getByText(/显示这个配对码的屏幕在地址/).waitFor()
    const form = page.getByRole('dialog').filter({ hasText: '显示这个配对码的屏幕在地址' })
    await form.getByLabel('名称').fill('值班室的屏')
    await form.getByLabel('位置').fill('一层值班室')
    await form.getByRole('combobox', { name: '大屏' }).click()
    await page.locator('.ant-select-item-option[title="宿舍大屏"]').click()
    await page.keyboard.press('Escape')
    expect(await axeFaults(page)).toEqual([])
    await form.getByRole('button', { name: '配对', exact: true }).click()
    await page.getByText('值班室的屏').first().waitFor()
    await wall.page.getByRole('region', { name: '床位' }).waitFor()
  })
  it('20-DS4 60-BS6 fits its window without scrolling, at twice the size as well', async () => {
    const { page } = wall
    await page.getByRole('region', { name: '各楼入住率' }).locator('[data-dorm]').first().waitFor()
    const size = () => page.evaluate('[document.documentElement.scrollWidth, document.documentElement.scrollHeight]')
    expect(await size()).toEqual([1920, 1080])
    await picture(page, 'dorm-wall')
    await page.setViewportSize({ width: 3840, height: 2160 })
    await poll(() => page.locator('[data-scale]').getAttribute('data-scale')).toBe('2.0000')
    expect(await size()).toEqual([3840, 2160])
    await page.setViewportSize({ width: 1920, height: 1080 })
  })
  it('60-BS3 goes blank when its key is revoked, and shows a new code', async () => {
    const { page } = officer
    const row = page.locator('.ql-grid tbody tr').filter({ hasText: '值班室的屏' })
    await row.getByRole('button', { name: '撤销' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '撤销' }).click()
    await poll(shownCode).toMatch(CODE)
    expect(await wall.page.getByRole('region').count()).toBe(0)
    expect(wall.faults).toEqual([])
  })
  it('60-BS10 shows the last evening again, and says that it is not now', async () => {
    const page = await officer.context.newPage()
    await page.setViewportSize({ width: 1920, height: 1080 })
    await demo.go(page, '/dormitory/statistics')
    const href = await page.getByRole('link', { name: '回放昨晚' }).getAttribute('href')
    await demo.go(page, href ?? '')
    await page.getByText('回放，不是现在的数据').waitFor()
    const clock = () => page.locator('.ql-wall-top time').textContent()
    const first = await clock()
    await poll(clock).not.toBe(first)
    await page.getByRole('region', { name: '床位' }).waitFor()
    await picture(page, 'dorm-replay')
    await page.close()
  })
  it('60-BS8 takes turns by a list, and loads the next wall behind the one that shows', async () => {
    const { page } = officer
    await demo.go(page, '/screen/playlists')
    const [shown] = await Promise.all([page.waitForEvent('popup'), page.getByRole('row').filter({ hasText: '行政楼轮播' }).getByRole('button', { name: '预览' }).click()])
    await shown.frameLocator('iframe[aria-hidden=false]').getByRole('region', { name: '床位' }).waitFor()
    await poll(() => shown.locator('iframe').count()).toBe(2)
    await picture(shown, 'carousel')
    await shown.close()
    expect(await axeFaults(page)).toEqual([])
  })
  it('60-BS8 is laid out by the school, published to the open screen, and taken back in one click', async () => {
    const { page } = officer
    await page.setViewportSize({ width: 1440, height: 900 })
    await demo.go(page, '/screen/layouts?screen=leavedatascreenone')
    await page.getByRole('button', { name: '移除“今天”' }).click()
    await page.getByRole('button', { name: '发布', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: '发布' }).click()
    await page.getByRole('row').filter({ hasText: '第 1 版' }).getByText('在用').waitFor()
    expect(await axeFaults(page)).toEqual([])
    await picture(page, 'screen-layout')
    const shown = await officer.context.newPage()
    await shown.setViewportSize({ width: 1920, height: 1080 })
    await demo.go(shown, '/datascreen/leavedatascreenone')
    await shown.getByRole('region', { name: '近 30 天' }).waitFor()
    expect(await shown.getByRole('region', { name: '今天', exact: true }).count()).toBe(0)
    await page.getByRole('row').filter({ hasText: '出厂布局' }).getByRole('button', { name: '退回这一版' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '退回这一版' }).click()
    await shown.getByRole('region', { name: '今天', exact: true }).waitFor()
    await shown.close()
  })
  it('opens the beds behind a number of the statistics', async () => {
    const { page } = officer
    await demo.go(page, '/dormitory/statistics')
    const free = page.getByRole('region', { name: '宿舍统计' }).getByRole('link', { name: /^空床/ })
    const count = (await free.locator('b').textContent()) ?? ''
    expect(await axeFaults(page)).toEqual([])
    await free.click()
    await page.getByRole('dialog').getByText(`共 ${count} 条`).waitFor()
    await page.setViewportSize({ width: 360, height: 740 })
    await poll(() => overflow(page)).toBeLessThanOrEqual(0)
    expect(officer.faults).toEqual([])
  })
})
