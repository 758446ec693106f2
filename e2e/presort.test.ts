import { beforeAll, describe, expect, it } from 'vitest'
import type { Api } from './api.ts'
import { axeFaults, type Person, picture } from './browser.ts'
import { openDemo, poll } from './fixture.ts'

interface Plan {
  id: string
  name: string
  state: string
  studentFilter: unknown
  poolFilter: unknown
  startDate: string
  xn: string
}
const NAME = '调整宿舍再预分配'
const demo = openDemo()
let officer: Person
/** The plan under test. */
let plan: Plan
/** One API session besides the page's own: a third would end the first. */
let office: Api
const card = (id: string) => office.get<{ state: string; placedCount: number | null }>(`dorm/presortPlan/card?id=${id}`)
beforeAll(async () => {
  officer = await demo.arrive('officer')
  office = await demo.api('officer')
  const { result } = await office.get<{ result: Plan[] }>('dorm/presortPlan/list')
  const known = result.find(p => p.state === 'simulated') as Plan
  const { studentFilter, poolFilter, startDate, xn } = known
  plan = await office.post<Plan>('dorm/presortPlan/add', { name: NAME, mode: 'toStudent', seed: 7, studentFilter, poolFilter, startDate, xn })
})
const tab = (name: string) => officer.page.getByRole('radiogroup').getByText(name, { exact: true }).click()
const next = () => officer.page.getByRole('region', { name: '下一步' })

describe('beds by rules, from the plan to its undoing', () => {
  it('20-DP5 is opened from the list, and says before anything runs what is asked for and what there is', async () => {
    const { page } = officer
    await demo.go(page, '/dormitory/presort')
    await page.getByRole('button', { name: NAME }).click()
    await page.waitForURL(`**/dormitory/presort?plan=${plan.id}*`)
    await page.getByRole('heading', { name: NAME }).waitFor()
    await next().getByText('还没有模拟结果。').waitFor()
    await tab('供需')
    await page.getByText(/女/).first().waitFor()
    expect(await axeFaults(page)).toEqual([])
    await picture(page, 'presort-balance')
  })
  it('20-DP6 is simulated twice, side by side, and takes no bed', async () => {
    const { page } = officer
    for (const n of [1, 2]) {
      await next()
        .getByRole('button', { name: n === 1 ? '模拟' : '再模拟一次', exact: true })
        .click()
      await next()
        .getByText(new RegExp(`第 ${n} 次模拟安排了?`))
        .waitFor()
    }
    await tab('模拟比较')
    const table = page.getByRole('region', { name: '模拟比较' }).getByRole('table')
    await table.getByText('第 1 次').waitFor()
    expect(await table.getByRole('button', { name: '看结果' }).count()).toBe(2)
    expect(await axeFaults(page)).toEqual([])
    await picture(page, 'presort-compare')
    expect(await demo.rows('select 1 from dorm_stay where batch_id = $1', [plan.id])).toEqual([])
    await table.getByRole('button', { name: '看结果' }).first().click()
    await page.locator('.ql-grid tbody tr, .ql-plain tbody tr').first().waitFor()
    await tab('分配图')
    await picture(page, 'presort-map')
    expect(await axeFaults(page)).toEqual([])
  })
  it('20-DP8 20-DP9 is committed with what stands against it named, seen by no student, and undone as a whole', async () => {
    const { page } = officer
    await next()
      .getByRole('button', { name: /提交第 \d 次模拟/ })
      .click()
    const dialog = page.getByRole('dialog')
    // always there, unlike the one below: once it is, so is the dialog
    await dialog.getByRole('checkbox', { name: /有冲突的跳过/ }).check()
    const without = dialog.getByRole('checkbox', { name: '不等学院确认' })
    if (await without.count()) await without.check()
    await dialog.getByRole('button', { name: '提交', exact: true }).click()
    await next()
      .getByText(/已安排 .* 人，学生还不知道/)
      .waitFor()
    expect((await card(plan.id)).state).toBe('committed')
    const [held] = await demo.rows<{ n: number }>("select count(*)::int as n from dorm_stay where batch_id = $1 and state = 'reserved'", [plan.id])
    expect(held?.n).toBe((await card(plan.id)).placedCount)
    await next().getByRole('button', { name: '撤销提交' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '撤销提交' }).click()
    await poll(async () => (await card(plan.id)).state).toBe('undone')
    expect(await demo.rows('select 1 from dorm_stay where batch_id = $1 and is_open', [plan.id])).toEqual([])
    // after an undo, the plan is simulated again before it is committed
    await page.getByText('已撤销').first().waitFor()
    await picture(page, 'presort-undone')
    await next().getByRole('button', { name: '再模拟一次' }).waitFor()
    expect(
      await next()
        .getByRole('button', { name: /提交第/ })
        .count(),
    ).toBe(0)
    expect(officer.faults).toEqual([])
  })
})
