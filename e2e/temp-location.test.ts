import { beforeAll, describe, expect, it } from 'vitest'
import { axeFaults, overflow, type Person, picture } from './browser.ts'
import { openDemo, poll } from './fixture.ts'

interface Own {
  id: string
  state: string
  from: string
}
interface Tonight {
  dorms: Array<{ students: Array<{ studentId: string; expected: string }> }>
}
const demo = openDemo()
let student: Person
let counsellor: Person
/** The application under test. */
let tempId = ''
beforeAll(async () => {
  student = await demo.person('student', { isPhone: true })
  counsellor = await demo.person('fdy')
})
const own = async (): Promise<Own | undefined> => (await (await demo.api('student')).get<Own[]>('dorm/tempLocation/mine')).find(r => r.id === tempId)

describe('nights elsewhere, from the phone to the door', () => {
  it('are asked for in four fields, the address of last time among them', async () => {
    const { page } = student
    await demo.go(page, '/dormitory/temp/apply')
    await page.getByRole('button', { name: '明晚' }).click()
    await page.getByText(/^1 晚，只需/).waitFor()
    expect(await page.getByLabel('详细地址').inputValue()).not.toBe('')
    expect([await axeFaults(page), await overflow(page)]).toEqual([[], 0])
    await picture(page, 'temp-apply')
    await page.getByLabel('事由').fill('回家参加奶奶的寿宴')
    await page.getByRole('button', { name: '提交申请' }).click()
    await page.waitForURL('**/dormitory/temp/mine?id=*')
    tempId = new URL(page.url()).searchParams.get('id') ?? ''
    await page.getByText('审批中').first().waitFor()
  })
  it('20-DT6 are agreed to with the facts in sight, and whoever runs the building reads “excused” only', async () => {
    const { page } = counsellor
    const { id } = await (await demo.api('fdy')).get<{ id: string }>(`workflow/processInstance/case?bizType=tempLocation&bizId=${tempId}`)
    await demo.go(page, `/workflow/case/${id}`)
    await page.getByRole('heading', { name: '以往外宿' }).waitFor()
    expect(await axeFaults(page)).toEqual([])
    await picture(page, 'temp-case')
    await page.getByRole('button', { name: '同意', exact: true }).click()
    await poll(async () => (await own())?.state).toBe('approved')
    const night = ((await own())?.from ?? '').slice(0, 10)
    const manager = await demo.api('dormManager')
    const { dorms } = await manager.get<Tonight>(`dorm/tempLocation/tonight?night=${night}`)
    expect(dorms.flatMap(d => d.students).some(x => x.expected === 'excused')).toBe(true)
    expect(JSON.stringify(dorms)).not.toContain('寿宴')
  })
  it('20-DT5 end when the counsellor notes a return', async () => {
    const { page } = counsellor
    await demo.go(page, '/dormitory/temp?view=overdue')
    const rows = page.locator('.ql-grid tbody tr')
    // data rows, not skeleton rows
    await rows.first().getByRole('button', { name: '登记返回' }).waitFor()
    const before = await rows.count()
    expect(await axeFaults(page)).toEqual([])
    await picture(page, 'temp-overdue')
    await rows.first().getByRole('button', { name: '登记返回' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '登记返回' }).click()
    await poll(() => rows.count()).toBe(before - 1)
    expect([...student.faults, ...counsellor.faults]).toEqual([])
  })
})
