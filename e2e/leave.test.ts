import { beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '#model/days.ts'
import { schoolDate } from '#model/school-time.ts'
import { axeFaults, overflow, type Person, picture } from './browser.ts'
import { openDemo, poll } from './fixture.ts'
import { type HandedIn, leaveForm } from './leaves.ts'

const demo = openDemo()
let student: Person
let counsellor: Person
/** The leave under test. */
let leaveId = ''
beforeAll(async () => {
  student = await demo.person('student', { isPhone: true })
  counsellor = await demo.person('fdy')
})

const hours = (n: number): string => new Date(Date.now() + n * HOUR_MS).toISOString()
/** End of the current day at the school; tomorrow's leave begins after it. */
const midnight = (): string => `${schoolDate(Date.now())}T23:59:59+08:00`
interface Me {
  studentId: string
}
const caseOfLeave = async () => (await demo.api('fdy')).get<{ id: string; title: string }>(`workflow/processInstance/case?bizType=leave&bizId=${leaveId}`)
const ownLeaves = async () => (await demo.api('student')).get<Array<{ id: string; state: string }>>('leave/leave/mine')

describe('a leave from the first word to the return', () => {
  it('is written on a phone; what follows from it stands there before it is handed in', async () => {
    const { page } = student
    await demo.go(page, '/leave/apply')
    await page.getByText(/^本次 1 天，只需/).waitFor()
    expect(await axeFaults(page)).toEqual([])
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await picture(page, 'leave-apply')
    await page.getByLabel('事由').fill('参加姐姐婚礼')
    await page.getByRole('button', { name: '提交申请' }).click()
    await page.waitForURL('**/leave/mine?id=*')
    leaveId = new URL(page.url()).searchParams.get('id') ?? ''
    await page.getByText('审批中').first().waitFor()
    await picture(page, 'leave-mine')
  })
  it('is found by the counsellor among the todos, and approved with all facts in sight', async () => {
    const { page } = counsellor
    const { title } = await caseOfLeave()
    await demo.go(page, '/personal/usertodo')
    await page.getByText(title).first().click()
    await page.waitForURL('**/workflow/case/*')
    await page.getByRole('heading', { name: '以往请假' }).waitFor()
    expect(await axeFaults(page)).toEqual([])
    await picture(page, 'leave-case')
    await page.getByRole('button', { name: '同意', exact: true }).click()
    await poll(async () => (await ownLeaves()).find(l => l.id === leaveId)?.state).toBe('approved')
  })
  it('20-L12 has a slip with a changing code on the student’s phone', async () => {
    const { page } = student
    await demo.go(page, '/leave/mine')
    await page.getByRole('button', { name: '出示假条' }).first().click()
    await page.getByRole('img', { name: '假条码' }).waitFor()
    await picture(page, 'leave-slip')
  })
  it('20-L1 goes on to the college when it is long', async () => {
    const api = await demo.api('student')
    const form = await leaveForm(api, 3, '回家照顾老人')
    const end = new Date(Date.parse(form.startAt) + 4 * DAY_MS + 9.5 * HOUR_MS).toISOString()
    const made = await api.post<HandedIn>('leave/leave/apply', { ...form, endAt: end })
    const { page } = counsellor
    await demo.go(page, `/workflow/case/${made.instanceId}`)
    await page.getByRole('button', { name: '同意', exact: true }).click()
    await poll(async () => {
      const standing = await api.get<{ state: string; tasks: Array<{ nodeName: string; state: string }> }>(`workflow/processInstance/case?id=${made.instanceId}`)
      return [standing.state, standing.tasks.at(-1)?.nodeName]
    }).toEqual(['pending', '学院'])
  })
  it('20-L10 ends with the code at the counsellor’s desk', async () => {
    const staff = await demo.api('fdy')
    const api = await demo.api('student')
    const me = await api.get<{ contactName: string }>('leave/leave/form')
    const [row] = (await staff.get<{ result: Me[] }>(`leave/leave/list?id=${leaveId}`)).result
    const { reason: _reason, ...form } = await leaveForm(api, 0, '')
    await staff.post('leave/leave/applyFor', {
      ...form,
      studentId: row?.studentId,
      reason: '突发急诊',
      contactName: me.contactName,
      startAt: hours(-2),
      endAt: midnight(),
      approvedByPhone: '林老师',
    })
    const { page } = student
    await demo.go(page, '/leave/mine')
    await page.getByRole('button', { name: '我已返校' }).click()
    const { code } = await staff.get<{ code: string }>('leave/leave/deskCode')
    await page.getByLabel('或输入老师出示的销假码').fill(code)
    await page.getByRole('button', { name: '用销假码销假' }).click()
    await page.getByText('已销假').first().waitFor()
    expect((await ownLeaves()).some(l => l.state === 'closed')).toBe(true)
  })
  it('20-DS3 20-DS4 shows on a wall who is away, without scrolling, and says when its figures are old', async () => {
    const { page, context } = await demo.person('officer')
    await page.setViewportSize({ width: 1920, height: 1080 })
    await page.clock.install()
    await demo.go(page, '/datascreen/leavedatascreenone')
    await page.locator('.ql-wall-tile').first().waitFor()
    expect(await page.evaluate('[document.documentElement.scrollWidth, document.documentElement.scrollHeight]')).toEqual([1920, 1080])
    expect(await page.getByText(/数据停在/).count()).toBe(0)
    // figures are pushed continuously, and each push makes its tile fresh again
    await poll(async () => {
      await page.clock.fastForward(180_000)
      return (await page.locator('.ql-wall-tile.old').count()) > 0 && (await page.getByText(/数据停在/).count()) > 0
    }).toBe(true)
    await context.close()
  })
  it('20-L11 is asked for when nobody comes back', async () => {
    const { page } = counsellor
    await demo.go(page, '/leave/returns?view=overdue')
    await page.getByText('逾期未归').first().waitFor()
    expect(await axeFaults(page)).toEqual([])
    await picture(page, 'leave-returns')
    await page.locator('.ql-grid tbody tr').first().getByRole('button', { name: '提醒' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '提醒' }).click()
    await page.getByText('已提醒').waitFor()
    expect([...student.faults, ...counsellor.faults]).toEqual([])
  })
})
