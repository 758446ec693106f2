import { beforeAll, describe, expect, it } from 'vitest'
import { axeFaults, overflow, type Person, picture } from './browser.ts'
import { openDemo, poll } from './fixture.ts'

interface Task {
  id: string
  phase: string
}
interface Sheet {
  rooms: Array<{ id: string; roomNo: string; checkers: number; roomScore: number | null; occupants: unknown[] }>
}
interface Violation {
  id: string
  violationNo: string
  state: string
  heardAs: string | null
}
const demo = openDemo()
let manager: Person
let student: Person
let counsellor: Person
beforeAll(async () => {
  manager = await demo.person('dormManager', { isPhone: true })
  student = await demo.person('student', { isPhone: true })
  counsellor = await demo.person('fdy')
})

describe('a room is checked and what was found is heard', () => {
  it('with one thumb and without a network; the sheet is sent once there is one', async () => {
    const { page, context } = manager
    const api = await demo.api('dormManager')
    const task = (await api.get<Task[]>('dorm/checkTask/mine')).find(t => t.phase === 'open')
    const sheet = () => api.get<Sheet>(`dorm/checkTask/sheet?id=${task?.id}`)
    // the room with most residents: if all are away, the room's points would be scaled
    const room = (await sheet()).rooms.filter(r => !r.checkers).sort((a, b) => b.occupants.length - a.occupants.length)[0]
    await demo.go(page, '/dormitory/check/score')
    await page.getByRole('button', { name: '开始检查' }).first().click()
    await page.getByText(/已查 \d+ 间，共 \d+ 间/).waitFor()
    expect([await axeFaults(page), await overflow(page)]).toEqual([[], 0])
    await picture(page, 'check-rooms')
    await page.getByRole('button', { name: new RegExp(`^${room?.roomNo} 未查`) }).click()
    await page.getByRole('heading', { name: room?.roomNo ?? '', exact: true }).waitFor()
    await context.setOffline(true)
    await page.getByRole('button', { name: '有垃圾 −5' }).click()
    await page.getByRole('button', { name: '不通风 −3' }).click()
    await page.getByText('92', { exact: true }).waitFor()
    expect([await axeFaults(page), await overflow(page)]).toEqual([[], 0])
    await picture(page, 'check-room')
    await page.getByRole('button', { name: /^提交/ }).click()
    await page.getByText('1 间还没有提交，联网后自动提交').waitFor()
    await context.setOffline(false)
    await poll(async () => (await sheet()).rooms.find(r => r.id === room?.id)?.roomScore).toBe(92)
    await page.getByText('1 间还没有提交，联网后自动提交').waitFor({ state: 'detached' })
  })
  it('20-DI6 the student says what happened, and only then the counsellor decides', async () => {
    const api = await demo.api('student')
    const own = () => api.get<Violation[]>('dorm/dormViolation/mine')
    const { page } = student
    await demo.go(page, '/dormitory/check/mine?tab=violations')
    await page.getByRole('button', { name: '说明情况' }).first().waitFor()
    expect([await axeFaults(page), await overflow(page)]).toEqual([[], 0])
    await picture(page, 'check-violations')
    const asked = (await own()).find(v => v.state === 'recorded')
    await page
      .getByLabel(asked?.violationNo ?? '', { exact: true })
      .getByRole('button', { name: '说明情况' })
      .click()
    await page.getByRole('dialog').getByLabel('陈述').fill('是室友寄放的，已经带回家')
    await page.getByRole('dialog').getByRole('button', { name: '提交陈述' }).click()
    await poll(async () => (await own()).find(v => v.id === asked?.id)?.heardAs).toBe('stated')
    const decider = counsellor.page
    await demo.go(decider, `/dormitory/violations?case=${asked?.id}`)
    await decider.getByText('学生陈述：是室友寄放的，已经带回家').waitFor()
    expect(await axeFaults(decider)).toEqual([])
    await picture(decider, 'violation-case')
    await decider.getByRole('button', { name: '认定', exact: true }).click()
    const form = decider.getByRole('dialog', { name: '认定' })
    await form.getByLabel('处理意见').fill('情况属实，已谈话教育')
    await form.getByRole('button', { name: '认定', exact: true }).click()
    await poll(async () => (await own()).find(v => v.id === asked?.id)?.state).toBe('confirmed')
    expect([...manager.faults, ...student.faults, ...counsellor.faults]).toEqual([])
  })
  it('20-DI11 the seats of an award are shown by college, with where they went, and shared out again', async () => {
    const { page, faults } = await demo.person('officer')
    await demo.go(page, '/dormitory/civilised?tab=rounds')
    const row = page.getByRole('row', { name: /上半学期文明寝室/ })
    await row.getByRole('button', { name: '更多操作' }).click()
    await page.getByRole('menuitem', { name: '名额' }).click()
    const panel = page.getByRole('dialog', { name: '“上半学期文明寝室”的名额' })
    await panel.getByText(/下达 \d+ 个，已用 [1-9]\d* 个/).waitFor()
    await panel.getByText('按房间数下达').first().waitFor()
    expect([await axeFaults(page), await overflow(page)]).toEqual([[], 0])
    await picture(page, 'check-seats')
    expect(faults).toEqual([])
  })
})
