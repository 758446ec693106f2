import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '#model/days.ts'
import { schoolDate } from '#model/school-time.ts'
import { openDemo, poll } from './fixture.ts'
import { type HandedIn, leaveForm } from './leaves.ts'

const demo = openDemo()
/** Counts what a person presses; what they type is not counted. */
function countedTaps() {
  let taps = 0
  return {
    tap: async (what: Locator) => {
      await what.click()
      taps += 1
    },
    count: () => taps,
  }
}
const DAYS_AHEAD = 2

describe('how many taps it takes', () => {
  it('to ask for two days of leave from the home page of a phone: six at most, and the reason', async () => {
    const { page, context } = await demo.arrive('student', { isPhone: true })
    const { tap, count } = countedTaps()
    await tap(page.getByRole('button', { name: '请假', exact: true }))
    await page.getByText(/^本次 1 天/).waitFor()
    await tap(page.getByLabel('结束').first())
    const last = schoolDate(Date.now() + DAYS_AHEAD * DAY_MS)
    await tap(page.locator(`.ant-picker-dropdown:not(.ant-picker-dropdown-hidden) td[title="${last}"]`))
    await page.getByText(/^本次 2 天，/).waitFor()
    await page.getByLabel('事由').fill('参加姐姐婚礼')
    await tap(page.getByRole('button', { name: '提交申请' }))
    await page.waitForURL('**/leave/mine?id=*')
    expect(count()).toBeLessThanOrEqual(6)
    await context.close()
  })
  it('to decide about a leave from the list of to-dos: two', async () => {
    const student = await demo.api('student')
    const made = await student.post<HandedIn>('leave/leave/apply', await leaveForm(student, 9, '参加驾照考试'))
    const { title } = await (await demo.api('fdy')).get<{ title: string }>(`workflow/processInstance/case?id=${made.instanceId}`)
    const { page, context } = await demo.arrive('fdy', {}, '/personal/usertodo')
    const { tap, count } = countedTaps()
    await tap(page.getByText(title).first())
    await page.waitForURL('**/workflow/case/*')
    await tap(page.getByRole('button', { name: '同意', exact: true }))
    await poll(async () => (await student.get<{ state: string }>(`workflow/processInstance/case?id=${made.instanceId}`)).state).toBe('approved')
    expect(count()).toBe(2)
    await context.close()
  })
  it('to find a student by surname and to call: three', async () => {
    const { page, context } = await demo.arrive('fdy')
    const { tap, count } = countedTaps()
    const [known] = (await (await demo.api('fdy')).get<{ result: Array<{ name: string }> }>('base/student/list?size=1')).result
    await tap(page.getByRole('button', { name: /^搜索菜单、学生/ }))
    await page.getByRole('combobox').fill(known?.name.slice(0, 1) ?? '')
    await tap(page.getByRole('option', { name: /\d{8,}/ }).first())
    await page.waitForURL('**/student/profile?id=*')
    await tap(page.getByRole('button', { name: /^\d{3}\*{4}\d{4}$/ }).first())
    await page.locator('a[href^="tel:"]').first().waitFor()
    expect(count()).toBe(3)
    await context.close()
  })
})
