import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { axeFaults, boxOf, overflow, type Person, picture } from './browser.ts'
import { openDemo, poll } from './fixture.ts'
import { type HandedIn, handInLeaves, leaveForm } from './leaves.ts'

const demo = openDemo()
const REASONS = ['参加姐姐婚礼', '办理户口迁移', '补办身份证', '驾照考试', '陪父亲复查']
let leaves: HandedIn[]
let counsellor: Person
beforeAll(async () => {
  leaves = await handInLeaves(demo, REASONS)
  counsellor = await demo.person('fdy')
})

const LIST = '/workflow/approvals?processType=leave'
/** Data rows, not skeleton rows. */
const rows = (page: Page) => page.locator('.ql-grid tbody tr:has(.ql-link)')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
/** What was written is read without scrolling, above the buttons that decide. */
async function expectReasonFirst(page: Page): Promise<void> {
  const written = page.getByRole('region', { name: '申请内容' })
  expect(REASONS).toContain(await written.locator('dt:text-is("事由") + dd').textContent())
  expect((await boxOf(written)).bottom).toBeLessThanOrEqual((await boxOf(button(page, '同意'))).top)
}
const caseAt = (i: number): string => `/workflow/case/${leaves[i]?.instanceId}`

describe('a counsellor’s approvals', () => {
  it('are walked by key and decided one by one; the next one comes with the way to take the last one back', async () => {
    const { page } = counsellor
    await demo.go(page, LIST)
    await rows(page)
      .nth(REASONS.length - 1)
      .waitFor()
    expect(await axeFaults(page)).toEqual([])
    await rows(page).first().getByRole('button', { name: '审批', exact: true }).click()
    await page.getByText(/^第 1 件，共 \d+ 件$/).waitFor()
    const first = demo.at(page)
    await page.keyboard.press('j')
    await page.getByText(/^第 2 件，共 \d+ 件$/).waitFor()
    await page.keyboard.press('k')
    await poll(() => demo.at(page)).toBe(first)
    expect(await axeFaults(page)).toEqual([])
    const process = page.getByRole('region', { name: '审批进程' })
    await process.getByText(/^已等 /).waitFor()
    expect((await boxOf(process)).left).toBeGreaterThanOrEqual((await boxOf(page.getByRole('region', { name: '申请内容' }))).right)
    const wide = page.viewportSize()
    for (const [width, height] of [
      [360, 740],
      [1366, 768],
    ] as const) {
      await page.setViewportSize({ width, height })
      await expectReasonFirst(page)
    }
    await picture(page, 'case')
    if (wide) await page.setViewportSize(wide)
    await button(page, '同意，注意安全').click()
    await button(page, '同意').click()
    await page.getByText(/^已同意：/).waitFor()
    expect(demo.at(page)).not.toBe(first)
    expect(demo.at(page)).toContain('processType=leave')
  })
  it('are decided several at once, after it was shown what would become of each', async () => {
    const { page } = counsellor
    await demo.go(page, LIST)
    await rows(page)
      .nth(REASONS.length - 2)
      .waitFor()
    const before = await rows(page).count()
    for (const at of [0, 1]) await rows(page).nth(at).getByRole('checkbox').click()
    await page.getByRole('toolbar').getByRole('button', { name: '同意', exact: true }).click()
    await page.getByText('2 件都可以同意。').waitFor()
    await picture(page, 'approve-several')
    await button(page, '同意 2 件').click()
    await page.getByText('已同意 2 件。').waitFor()
    await button(page, '知道了').click()
    await poll(() => rows(page).count()).toBe(before - 2)
  })
  it('10-W11 go back with a reason, and show only what changed when they return', async () => {
    const { page } = counsellor
    await demo.go(page, caseAt(0))
    await button(page, '退回修改').click()
    await page.getByText('驳回和退回要写明意见').waitFor()
    await page.getByLabel('审批意见').last().fill('请写明婚礼地点')
    await button(page, '退回修改').click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^退回给 / })
      .click()
    await page.getByText(/^已退回：/).waitFor()
    const student = await demo.person('student', { isPhone: true })
    await demo.go(student.page, caseAt(0))
    await student.page.getByText('已退回给你修改').waitFor()
    await student.page.getByText('请写明婚礼地点').first().waitFor()
    expect(await overflow(student.page)).toBeLessThanOrEqual(0)
    await picture(student.page, 'case-returned')
    const api = await demo.api('student')
    await api.post('leave/leave/resubmit', { id: leaves[0]?.id, ...(await leaveForm(api, 0, '参加姐姐婚礼，在成都')) })
    expect(student.faults).toEqual([])
    await student.context.close()
    await demo.go(page, caseAt(0))
    const changes = page.getByRole('region', { name: '这次的改动' })
    await changes.getByText('请写明婚礼地点').waitFor()
    await poll(() => changes.locator('tbody tr').allTextContents()).toEqual(['事由参加姐姐婚礼参加姐姐婚礼，在成都'])
    expect(await page.getByText('紧急联系人', { exact: true }).count()).toBe(0)
    await button(page, '看完整申请').click()
    await page.getByText('紧急联系人').first().waitFor()
    await picture(page, 'case-again')
  })
  it('are chosen by a long press on a phone, and keep an opinion when its sheet is closed', async () => {
    const { page, context, faults } = await demo.person('fdy', { isPhone: true })
    await demo.go(page, LIST)
    const card = page.locator('[data-approval]').first()
    await card.waitFor()
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await card.dispatchEvent('pointerdown', { pointerType: 'touch', clientX: 40, clientY: 200, bubbles: true })
    await page.getByText('已选 1 条').waitFor()
    await card.dispatchEvent('pointerup', { pointerType: 'touch', bubbles: true })
    await page.locator('[data-approval]').nth(1).getByRole('button').click()
    await page.getByText('已选 2 条').waitFor()
    await picture(page, 'approvals-phone')
    await page.getByRole('toolbar').getByRole('button', { name: '同意', exact: true }).click()
    await page.getByText('2 件都可以同意。').waitFor()
    await button(page, '取消').click()
    await demo.go(page, caseAt(0))
    for (const verb of ['驳回', '同意']) {
      const { bottom } = await boxOf(button(page, verb))
      expect([bottom > 640, bottom < 740]).toEqual([true, true])
    }
    await button(page, '意见').click()
    await page.getByRole('dialog').getByLabel('审批意见').fill('同意')
    await page.getByRole('dialog').getByRole('button', { name: '关闭' }).click()
    await button(page, '意见（已写）').waitFor()
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    expect(await axeFaults(page)).toEqual([])
    expect(faults).toEqual([])
    await context.close()
  })
})

it('watches over them: an officer sees where they wait and stops one with a reason', async () => {
  const { page, context, faults } = await demo.person('officer')
  await demo.go(page, '/workflow/monitor?processType=leave')
  await page.getByText(/件待审批/).waitFor()
  const row = rows(page).filter({ hasText: '审批中' }).first()
  await row.getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: '暂停' }).click()
  await page.getByRole('dialog').getByLabel('原因').fill('核实情况')
  await page.getByRole('dialog').getByRole('button', { name: '暂停流程' }).click()
  await rows(page).filter({ hasText: '已暂停' }).first().waitFor()
  expect(await axeFaults(page)).toEqual([])
  await demo.go(page, '/workflow/statistics')
  await page.getByText(/^共办理/).waitFor()
  expect(await axeFaults(page)).toEqual([])
  expect(faults).toEqual([])
  await context.close()
  expect(counsellor.faults).toEqual([])
})
