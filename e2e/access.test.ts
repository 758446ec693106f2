import { beforeAll, describe, expect, it } from 'vitest'
import { signatureOf } from '#modules/dormitory/access/server/signature.ts'
import { axeFaults, overflow, type Person, picture } from './browser.ts'
import { openDemo, poll } from './fixture.ts'

interface Desk {
  items: Array<{ id: string; name: string; state: string; type: string }>
}
const demo = openDemo()
let officer: Person
let counsellor: Person
let student: Person
let manager: Person
beforeAll(async () => {
  officer = await demo.person('officer')
  counsellor = await demo.person('fdy', { isPhone: true })
  student = await demo.person('student', { isPhone: true })
  manager = await demo.person('dormManager')
})

describe('doors, from the device to the counsellor', () => {
  it('20-DA1 begin with a device whose secret is shown once, and what it signs counts', async () => {
    const { page } = officer
    await demo.go(page, '/dormitory/access/devices')
    await page.getByRole('button', { name: '新建设备' }).click()
    const form = page.getByRole('dialog', { name: '新建设备' })
    await form.getByLabel('设备编号').fill('TESTGATE')
    await form.getByLabel('名称').fill('北校门')
    await form.getByLabel('校门', { exact: true }).fill('北门')
    await form.getByRole('button', { name: '新建设备' }).click()
    const shown = page.getByRole('dialog', { name: '密钥只显示这一次' })
    const secret = ((await shown.locator('[data-secret]').nth(1).textContent()) ?? '').trim()
    await shown.getByRole('button', { name: '我已保存' }).click()
    await shown.waitFor({ state: 'hidden' })
    await page.getByText('从未上报').first().waitFor()
    expect(await axeFaults(page)).toEqual([])
    await picture(page, 'access-devices')
    const timestamp = String(Date.now())
    const body = JSON.stringify({ records: [{ seq: 1, personNo: 'NOBODY1', direction: 'in', eventAt: new Date().toISOString() }] })
    const headers = {
      'content-type': 'application/json',
      'tenant-id': '100001',
      'device-code': 'TESTGATE',
      'device-timestamp': timestamp,
      'device-signature': signatureOf(secret, timestamp, body),
    }
    const answer = await fetch(`${demo.url}/api/flySource-dorm/accessEvent/openApi/push`, { method: 'POST', headers, body })
    expect(((await answer.json()) as { data: object }).data).toMatchObject({ stored: 1, quarantined: 1 })
    await demo.go(page, '/dormitory/access/quarantine')
    await page.getByText('NOBODY1').waitFor()
    expect(await axeFaults(page)).toEqual([])
  })
  it('are looked into by the counsellor on the phone', async () => {
    const { page } = counsellor
    const api = await demo.api('fdy')
    const desk = async (query: string) => (await api.get<Desk>(`dorm/accessAlert/desk?${query}`)).items
    const [first] = await desk('states=open')
    expect(first).toBeDefined()
    await demo.go(page, `/dormitory/access/alerts?id=${first?.id}`)
    await page.getByRole('button', { name: '我来处理' }).click()
    await page.getByRole('listitem').getByText('处理中').waitFor()
    expect([await axeFaults(page), await overflow(page)]).toEqual([[], 0])
    await picture(page, 'access-alert')
    await page.getByRole('button', { name: '处理提醒' }).click()
    const form = page.getByRole('dialog', { name: '处理提醒' })
    await form.getByLabel('处理结果').selectOption({ label: '已联系，安全' })
    await form.getByRole('button', { name: '处理提醒' }).click()
    await poll(async () => (await desk(`id=${first?.id}`))[0]?.state).toBe('closed')
  })
  it('20-DA9 open to a visitor once the host agrees', async () => {
    const { page } = student
    await demo.go(page, '/dormitory/access/mine')
    await page.getByRole('button', { name: '认识，同意' }).click()
    await page.getByText('已确认').waitFor()
    expect([await axeFaults(page), await overflow(page)]).toEqual([[], 0])
    await picture(page, 'access-mine')
    await demo.go(manager.page, '/dormitory/access/visitors?view=pending')
    const row = manager.page.locator('.ql-grid tbody tr', { hasText: '刘芳' })
    await row.getByRole('button', { name: '放行' }).click()
    await row.waitFor({ state: 'detached' })
  })
  it('are read with a line in the log, and counted', async () => {
    const { page } = officer
    await demo.go(page, '/dormitory/access/passages')
    await page.getByRole('button', { name: '查询', exact: true }).click() // the menu has a group 查询工具
    await page.locator('.ql-plain tbody tr').first().waitFor()
    expect([await axeFaults(page), await overflow(page)]).toEqual([[], 0])
    await demo.go(page, '/dormitory/access/statistics')
    await page.getByRole('heading', { name: '晚归的钟点' }).waitFor()
    expect(await axeFaults(page)).toEqual([])
    await picture(page, 'access-statistics')
    expect([officer, counsellor, student, manager].flatMap(p => p.faults)).toEqual([])
  })
})
