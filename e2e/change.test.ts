import { beforeAll, describe, expect, it } from 'vitest'
import { axeFaults, overflow, type Person, picture } from './browser.ts'
import { openDemo, poll } from './fixture.ts'

interface Own {
  id: string
  state: string
  toBed: string
}
const demo = openDemo()
let student: Person
let officer: Person
/** The application under test. */
let changeId = ''
beforeAll(async () => {
  student = await demo.person('student', { isPhone: true })
  officer = await demo.person('officer')
})
const own = async (): Promise<Own | undefined> => (await (await demo.api('student')).get<Own[]>('dorm/dormChange/mine')).find(r => r.id === changeId)

describe('another bed, from the phone to the list of the office', () => {
  it('20-DM1 is one press among free beds, rooms with classmates first, and stands under one’s own with the bed it holds', async () => {
    const { page } = student
    await demo.go(page, '/dormitory/change/apply')
    await page.getByRole('group').first().getByRole('radio').first().check()
    await page.getByText(/先后由.*审批/).waitFor()
    expect([await axeFaults(page), await overflow(page)]).toEqual([[], 0])
    await picture(page, 'change-apply')
    await page.getByLabel('原因').selectOption({ label: '学习原因' })
    await page.getByLabel('说明').fill('离自习室近一些')
    await page.getByRole('button', { name: '提交申请' }).click()
    await page.waitForURL('**/dormitory/change/mine?id=*')
    changeId = new URL(page.url()).searchParams.get('id') ?? ''
    await page.getByText(/床位为你占到/).waitFor()
    expect((await own())?.state).toBe('pending')
    expect([await axeFaults(page), await overflow(page)]).toEqual([[], 0])
  })
  it('is found by the office with both rooms in sight', async () => {
    const { page } = officer
    await demo.go(page, '/dormitory/changes?view=pending')
    await page.getByText('待审批').first().waitFor()
    await page.locator('.ql-grid tbody tr .ql-link').first().click()
    await page.getByRole('heading', { name: '以往调宿' }).waitFor()
    expect(await axeFaults(page)).toEqual([])
    await picture(page, 'change-card')
  })
  it('20-DM7 is shown for a whole list before anybody moves, ring by ring', async () => {
    const { page } = officer
    await demo.go(page, '/dormitory/mass-move')
    await page.getByRole('button', { name: '预览并执行' }).click()
    await page.getByText(/人调宿，其中互换 1 组/).waitFor()
    await page.getByText('互换 3 人').waitFor()
    expect(await axeFaults(page)).toEqual([])
    await picture(page, 'mass-move')
  })
  it('20-DM1 is free again for others as soon as it is withdrawn', async () => {
    const { page } = student
    const bed = (await own())?.toBed ?? ''
    await demo.go(page, `/dormitory/change/mine?id=${changeId}`)
    await page.locator('[data-named]').getByRole('button', { name: '撤回' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '撤回' }).click()
    await poll(async () => (await own())?.state).toBe('withdrawn')
    const rooms = await (await demo.api('student')).get<Array<{ dorm: string; roomNo: string; beds: Array<{ bedNo: number }> }>>(`dorm/dormChange/beds?effectiveDate=2027-03-01`)
    expect(rooms.flatMap(r => r.beds.map(b => `${r.dorm}${r.roomNo}-${b.bedNo}`))).toContain(bed)
    expect(student.faults.concat(officer.faults)).toEqual([])
  })
})
