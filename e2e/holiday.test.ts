import { beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '#model/days.ts'
import { axeFaults, overflow, type Person, picture } from './browser.ts'
import { openDemo, poll } from './fixture.ts'

interface Plan {
  planId: string
  name: string
}
interface Stay {
  planId: string
  state: string
  instanceId: string
}
const demo = openDemo()
let student: Person
let counsellor: Person
/** The holiday students apply to stay for. */
let winter: Plan
beforeAll(async () => {
  student = await demo.person('student', { isPhone: true })
  counsellor = await demo.person('fdy')
  const plans = await (await demo.api('student')).get<Plan[]>('outing/holidayDestination/mine')
  winter = plans.find(p => p.name.includes('寒假')) as Plan
})
const stay = async (): Promise<Stay | undefined> => (await (await demo.api('student')).get<Stay[]>('dorm/holidayStay/mine')).find(s => s.planId === winter.planId)

describe('a holiday, from the question to the closed house', () => {
  it('20-DH1 is one form with two buttons; staying asks with the guardian filled in', async () => {
    const { page } = student
    await demo.go(page, '/outing/mine?tab=holiday')
    const card = page.getByRole('region', { name: winter.name })
    await card.getByRole('button', { name: '申请留校' }).click()
    await page.getByRole('heading', { name: '我的离校留校' }).waitFor()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/^提交即作出承诺/).waitFor()
    expect(await dialog.getByLabel('监护人', { exact: true }).inputValue()).not.toBe('')
    await dialog.getByRole('combobox', { name: '留校原因' }).click()
    await page.getByTitle('备考或课题研究', { exact: true }).click()
    expect([await axeFaults(page), await overflow(page)]).toEqual([[], 0])
    await picture(page, 'holiday-apply')
    await dialog.getByRole('button', { name: '申请留校' }).click()
    await poll(async () => (await stay())?.state).toBe('pending')
    await page.getByText('审批中').first().waitFor()
  })
  it('20-DH1 is agreed to by the counsellor only with the parents spoken to', async () => {
    const { page } = counsellor
    await demo.go(page, `/workflow/case/${(await stay())?.instanceId}`)
    await page.getByRole('heading', { name: '以往假期' }).waitFor()
    await page.getByText('还没有登记家长同意').waitFor()
    expect(await axeFaults(page)).toEqual([])
    await picture(page, 'holiday-case')
  })
  it('20-DH3 shows what stands against closing a house, and refuses with the names', async () => {
    const { page } = await demo.person('officer')
    await demo.go(page, `/dormitory/holiday?plan=${winter.planId}`)
    await page.getByRole('heading', { name: '按楼栋' }).waitFor()
    expect([await axeFaults(page), await overflow(page)]).toEqual([[], 0])
    await picture(page, 'holiday-board')
    await demo.go(page, `/dormitory/holiday?plan=${winter.planId}&tab=closing`)
    await page.getByRole('button', { name: '关楼', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/间房间在这些晚上关闭/).waitFor()
    await dialog.getByRole('button', { name: '关楼', exact: true }).click()
    await dialog.getByText(/人既没有登记去向也没有离校，不能关楼/).waitFor()
    await picture(page, 'holiday-closing')
  })
  it('shows on a map of the provinces where students are, and the cities of the one that is pressed', async () => {
    const { page } = await demo.person('officer')
    await demo.go(page, '/outing/tracking')
    const map = page.getByRole('group', { name: '各省外出人数' })
    await map.getByRole('button').first().waitFor()
    await poll(() => map.locator('> *').evaluateAll(fields => fields.filter(f => f.textContent).length)).toBe(34)
    const other = map.getByRole('button', { pressed: false }).first()
    const name = ((await other.getAttribute('title')) ?? '').split(' ')[0] ?? ''
    await other.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: `${name}各市` }).waitFor()
    expect([await axeFaults(page), await overflow(page)]).toEqual([[], 0])
    await picture(page, 'province-map')
  })
  it('10-W20 puts the conditions of a draft together as sentences, and says who meets them', async () => {
    const officer = await demo.api('officer')
    const day = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
    await officer.post('outing/holidayPlan/add', {
      name: '清明节',
      beginTime: day(1),
      endTime: day(5),
      audience: { roles: ['student'] },
      kind: 'short',
      holidayFrom: day(9).slice(0, 10),
      holidayTo: day(12).slice(0, 10),
    })
    const { page } = await demo.person('officer')
    await demo.go(page, '/outing/holidays?tab=rounds')
    await page
      .getByRole('row', { name: /清明节/ })
      .getByRole('button', { name: '预览名单' })
      .click()
    const panel = page.getByRole('dialog')
    await panel.getByRole('button', { name: '修改条件' }).click()
    await panel.getByRole('button', { name: '增加条件' }).click()
    await panel.getByRole('textbox', { name: '条件名称' }).fill('成年')
    await panel.getByRole('button', { name: '条件', exact: true }).click()
    await panel.getByRole('combobox', { name: '比较什么' }).fill('年龄')
    await page.getByTitle('年龄', { exact: true }).click()
    await panel.getByRole('spinbutton', { name: '年龄的值' }).fill('17')
    await panel.getByText('年龄超过 17 岁').waitFor()
    expect([await axeFaults(page), await overflow(page)]).toEqual([[], 0])
    await picture(page, 'conditions')
    await panel.getByRole('button', { name: '保存条件' }).click()
    await panel.getByRole('button', { name: '修改条件' }).waitFor()
    await panel.getByText('成年', { exact: true }).waitFor()
    await panel.getByText('年龄超过 17 岁').waitFor()
  })
  it('20-DF2 explains to the student what lodging costs, month by month', async () => {
    const { page } = student
    await demo.go(page, '/dormitory/bills')
    await page.getByText('计费说明').first().click()
    await page
      .getByText(/^一学年按 10 个月算/)
      .first()
      .waitFor()
    expect([await axeFaults(page), await overflow(page)]).toEqual([[], 0])
    await picture(page, 'lodging-bill')
  })
})
