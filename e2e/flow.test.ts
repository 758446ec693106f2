import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { FlowGraph } from '#flow/index.ts'
import { axeFaults, overflow, type Person, picture } from './browser.ts'
import { openDemo, poll } from './fixture.ts'

const demo = openDemo()
let officer: Person
beforeAll(async () => {
  officer = await demo.person('officer')
})

const NAME = '请假：逐级审批'
const card = (page: Page, name: string) => page.locator('.flow-canvas .flow-hit', { hasText: name })
const panel = (page: Page) => page.locator('.flow-panel')
const kept = (page: Page) => page.getByText(/^已自动保存 /)
/** Inserts a step at a plus button. */
async function insert(page: Page, where: string, type: string): Promise<void> {
  await page.getByRole('button', { name: where }).click()
  await page.getByRole('menuitem', { name: new RegExp(`^${type}`) }).click()
}
/** Selects an option of a labelled select box. */
async function choose(page: Page, label: string, option: string): Promise<void> {
  // long lists render visible options only
  await page.getByRole('combobox', { name: label }).click()
  await page.keyboard.type(option)
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: option }).first().click()
}

describe('an officer at the designer', () => {
  it('adds a branch with a step of its own, sees what is missing, and takes it back and does it again by key', async () => {
    const { page } = officer
    await demo.go(page, `/workflow/flows?q=${encodeURIComponent(NAME)}`)
    await page.getByRole('button', { name: NAME }).click()
    await card(page, '辅导员').first().waitFor()
    expect(await axeFaults(page)).toEqual([])
    await insert(page, await firstSlot(page), '条件分支')
    await card(page, '还没有条件').first().click()
    await page.getByRole('button', { name: '关闭', exact: true }).click()
    await page.getByRole('button', { name: /处问题$/ }).click()
    await page
      .locator('.flow-problems')
      .getByRole('button', { name: /条件是空的/ })
      .click()
    await panel(page)
      .getByText(/条件是空的/)
      .waitFor()
    await page.locator('.flow-head.is-wrong.is-chosen', { hasText: '还没有条件' }).waitFor()
    await panel(page).getByRole('button', { name: '条件', exact: true }).click()
    await choose(page, '比较什么', '请假天数')
    await panel(page).getByRole('spinbutton').fill('5')
    await panel(page).getByRole('status').getByText('超过 5').waitFor()
    await panel(page).getByLabel('分支名称').fill('长假')
    await insert(page, '在分支“长假”里添加环节', '审批')
    await page.getByRole('tab', { name: '文案' }).click()
    await panel(page).getByLabel('名称').fill('学工处会商')
    await page.getByRole('tab', { name: '审批人' }).click()
    await choose(page, '由谁审批', '某个角色的所有人')
    await choose(page, '角色', '学工处')
    await card(page, '学工处会商').click()
    await page.keyboard.press('Control+z')
    await card(page, '学工处会商').getByText('还没有选择角色').waitFor()
    await page.keyboard.press('Control+y')
    await card(page, '学工处会商').getByText('角色：学工处').waitFor()
    await kept(page).waitFor()
    await page.getByText('检查通过').waitFor()
  })
  it('exports the drawing as JSON and takes one in; what cannot be changed on the canvas says so', async () => {
    const { page } = officer
    const more = page.getByRole('button', { name: '更多操作', exact: true })
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      (async () => {
        await more.click()
        await page.getByRole('menuitem', { name: '导出 JSON' }).click()
      })(),
    ])
    const file = JSON.parse(await readFile(await download.path(), 'utf8')) as { graph: FlowGraph }
    expect(file.graph.nodes.map(node => node.name)).toContain('学工处会商')
    await more.click()
    await page.getByRole('menuitem', { name: '导入' }).click()
    const crossed = Buffer.from(JSON.stringify({ graph: crossing(file.graph) }))
    await page.getByRole('dialog').locator('input[type=file]').setInputFiles({ name: 'crossed.json', mimeType: 'application/json', buffer: crossed })
    await page.getByRole('button', { name: '替换草稿' }).click()
    await page.getByText(/^这张图的分支有交叉/).waitFor()
    expect(await page.locator('.flow-slot, .flow-more, .flow-add-way').count()).toBe(0)
    expect(await axeFaults(page)).toEqual([])
    await picture(page, 'flow-crossed')
    await page.getByRole('button', { name: '撤销' }).click()
    await page.locator('.flow-slot').first().waitFor()
    await kept(page).waitFor()
    await page.getByText('检查通过').waitFor()
  })
  it('10-W19 simulates an application and sees its way on the canvas', async () => {
    const { page } = officer
    await page.getByRole('button', { name: '模拟', exact: true }).click()
    const box = page.getByRole('region', { name: '模拟' })
    await box.getByRole('combobox', { name: '申请人' }).click()
    await page.keyboard.type('student')
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click()
    await box.getByRole('spinbutton').first().fill('6')
    await box.getByText('长假：', { exact: false }).waitFor()
    await poll(() => page.locator('.flow-card.is-lit', { hasText: '学工处会商' }).count()).toBe(1)
    await picture(page, 'flow-simulated')
    expect(await axeFaults(page)).toEqual([])
    await box.getByRole('button', { name: '关闭模拟' }).click()
  })
  it('publishes it, having read what changes, and finds both versions and their difference', async () => {
    const { page } = officer
    await page.getByRole('button', { name: '发布 v2' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('审批“学工处会商”').waitFor()
    await dialog.getByRole('textbox', { name: '说明' }).fill('长假加学工处')
    await picture(page, 'flow-publish')
    await dialog.getByRole('button', { name: '发布 v2' }).click()
    await page.getByText('v2，没有修改').waitFor()
    await page.getByRole('button', { name: '版本', exact: true }).click()
    await panel(page).getByText('长假加学工处').waitFor()
    await panel(page).locator('li', { hasText: 'v1' }).getByRole('button', { name: '对比' }).click()
    await panel(page).getByText('草稿与 v1 相比').waitFor()
    await poll(() => page.locator('.flow-canvas .flow-tag', { hasText: '新增' }).count()).toBe(2)
    expect(await axeFaults(page)).toEqual([])
    await picture(page, 'flow-compare')
    expect(officer.faults).toEqual([])
  })
  it('reads the same on a phone, where it is told that changing takes a computer', async () => {
    const { page, faults } = await demo.person('officer', { isPhone: true })
    const path = new URL(officer.page.url()).pathname
    await demo.go(page, path)
    await page.getByText('修改流程请用电脑打开', { exact: false }).waitFor()
    await page.locator('.flow-outline', { hasText: '学工处会商' }).waitFor()
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    expect(await axeFaults(page)).toEqual([])
    await picture(page, 'flow-phone')
    expect(faults).toEqual([])
  })
})
/** Label of the plus button below the first step. */
const firstSlot = async (page: Page): Promise<string> => (await page.locator('.flow-slot').first().getAttribute('aria-label')) ?? ''
/** The same graph with a fork whose second branch leads directly to the end. */
const crossing = ({ nodes, edges }: FlowGraph): FlowGraph => {
  const fork = { id: 'fork', type: 'parallel', name: '同时' } as const
  const [end, first] = [nodes.find(node => node.type === 'end')?.id ?? '', edges[0]]
  if (!first) return { nodes, edges }
  const lines = [
    { from: first.from, to: fork.id },
    { from: fork.id, to: first.to },
    { from: fork.id, to: end },
  ]
  return { nodes: [...nodes, fork], edges: [...edges.slice(1), ...lines] }
}
