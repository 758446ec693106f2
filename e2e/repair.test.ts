import { beforeAll, describe, expect, it } from 'vitest'
import { PIXEL } from '#testing/roster.ts'
import { axeFaults, overflow, type Person, picture } from './browser.ts'
import { openDemo, poll } from './fixture.ts'

const demo = openDemo()
let student: Person
let dispatcher: Person
let repairer: Person
/** The order under test. */
let orderId = ''
beforeAll(async () => {
  student = await demo.person('student', { isPhone: true })
  dispatcher = await demo.person('officer')
  repairer = await demo.person('repairer', { isPhone: true })
})
interface Mine {
  id: string
  title: string
  state: string
}
const own = async (): Promise<Mine | undefined> =>
  (await (await demo.api('student')).get<Mine[]>('repair/repairOrder/mine')).find(o => (orderId ? o.id === orderId : o.title === '水龙头漏水'))

describe('a repair, from the phone to the score', () => {
  it('is reported in words, from which the type is suggested, for the own room', async () => {
    const { page } = student
    await demo.go(page, '/repair/apply')
    await page.getByRole('button', { name: '我要报修' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('故障描述').fill('卫生间水龙头一直滴水')
    await form.getByRole('button', { name: '水龙头漏水' }).click()
    await form.getByText('先试试自己处理').waitFor()
    expect([await axeFaults(page), await overflow(page)]).toEqual([[], 0])
    await picture(page, 'repair-apply')
    const isNew = form.getByRole('checkbox', { name: '不是同一故障，仍要报修' })
    if (await isNew.count()) await isNew.check()
    await form.getByRole('button', { name: '提交报修' }).click()
    await form.waitFor({ state: 'detached' })
    await page.getByRole('region', { name: '水龙头漏水' }).first().waitFor()
    await picture(page, 'repair-mine')
    orderId = (await own())?.id ?? ''
    expect(orderId).not.toBe('')
  })
  it('20-R2 what nobody fits waits for the dispatcher, who sees why and who could', async () => {
    const { page } = dispatcher
    await demo.go(page, '/repair/dispatch')
    const rows = page.locator('.ql-grid tbody tr')
    await rows.first().waitFor()
    expect(await axeFaults(page)).toEqual([])
    await picture(page, 'repair-dispatch')
    await rows.first().getByRole('button', { name: '派单' }).click()
    const panel = page.getByRole('dialog')
    await panel.getByRole('radio').first().waitFor()
    await picture(page, 'repair-candidates')
    await panel.getByRole('button', { name: '派单' }).click()
    await panel.waitFor({ state: 'detached' })
    await rows.first().getByRole('button', { name: '改紧急程度' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('原因').fill('来电催促')
    expect(await axeFaults(page)).toEqual([])
    await form.getByRole('button', { name: '改紧急程度' }).click()
    await form.waitFor({ state: 'detached' })
    const [worker] = await demo.rows<{ id: string }>("select id from sys_user where user_name = 'repairer' and realm = 'admin'", [])
    await (await demo.api('officer')).post('repair/repairOrder/dispatch', { id: orderId, repairerId: worker?.id ?? '' })
  })
  it('20-R6 is repaired in a cellar without a network, and sent when there is one', async () => {
    const { page, context } = repairer
    await demo.go(page, `/repair/work?id=${orderId}`)
    const card = page.locator('[data-named]')
    await card.getByRole('button', { name: '1 小时内到' }).click()
    await card.getByText('已接单').waitFor()
    expect([await axeFaults(page), await overflow(page)]).toEqual([[], 0])
    await picture(page, 'repair-work')
    await context.setOffline(true)
    await card.getByRole('button', { name: '到场' }).click()
    await card.getByRole('button', { name: '完工' }).click()
    const panel = page.getByRole('dialog')
    const send = panel.getByRole('button', { name: '完工' })
    // without a photo Enter sends no more than the button does
    expect(await send.isDisabled()).toBe(true)
    await panel.getByLabel('工时').press('Enter')
    await panel.locator('input[type=file]').first().setInputFiles({ name: '修好了.png', mimeType: 'image/png', buffer: PIXEL })
    await panel.getByText('1 张').waitFor()
    await send.click()
    await page.getByText(/步记在手机上/).waitFor()
    await picture(page, 'repair-offline')
    await context.setOffline(false)
    await poll(async () => (await own())?.state).toBe('done')
  })
  it('20-R7 is confirmed and evaluated by the applicant, and counted', async () => {
    const { page } = student
    await demo.go(page, `/repair/apply?id=${orderId}`)
    const card = page.locator('[data-named]')
    await card.getByRole('button', { name: '确认修好' }).click()
    await card.getByRole('button', { name: '评价' }).click()
    const form = page.getByRole('dialog')
    await form.getByRole('button', { name: '评价' }).click()
    await poll(async () => (await own())?.state).toBe('closed')
    await demo.go(dispatcher.page, '/repair/statistics')
    await dispatcher.page
      .getByText(/^报修 \d/)
      .first()
      .waitFor()
    expect(await axeFaults(dispatcher.page)).toEqual([])
    await picture(dispatcher.page, 'repair-statistics')
    for (const path of ['orders', 'sheets', 'confirm', 'materials', 'types', 'urgencies', 'workers', 'outages', 'scores']) {
      await demo.go(dispatcher.page, `/repair/${path}`)
      await dispatcher.page.locator('[data-list], [data-tree]').first().waitFor()
      await picture(dispatcher.page, `repair-${path}`)
    }
    expect([...student.faults, ...dispatcher.faults, ...repairer.faults.filter(f => !/ERR_INTERNET_DISCONNECTED/.test(f))]).toEqual([])
  })
})
