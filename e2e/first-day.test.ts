import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { rawWorkbook, textRows } from '#testing/workbook.ts'
import type { Api } from './api.ts'
import { type Person, picture } from './browser.ts'
import { openDemo } from './fixture.ts'

const COLLEGE = '人工智能学院'
const ROLE = '学工办干事'
const CLERK = { name: '欧阳思齐', accountNo: 'G20261121' }
const NOTICE = '周三下午大扫除'

const demo = openDemo()
let admin: Person
let api: Api
beforeAll(async () => {
  admin = await demo.person('admin')
  api = await demo.api('admin')
})

const openPage = async (page: Page, path: string, title: string): Promise<void> => {
  await page.goto(demo.url + path)
  await page.getByRole('heading', { name: title, level: 1 }).waitFor()
}
/** Imports a spreadsheet on the open list. */
async function bringIn(page: Page, name: string, rows: ReadonlyArray<readonly string[]>): Promise<void> {
  const file = join(demo.folder, `${name}.xlsx`)
  writeFileSync(file, await rawWorkbook([{ name, xml: textRows(rows) }]))
  await page.getByRole('button', { name: '导入' }).click()
  await page.locator('input[type="file"]').setInputFiles(file)
  await page.getByRole('button', { name: `写入 ${rows.length - 1} 行` }).click()
  await page.getByRole('button', { name: '知道了' }).click()
}
const choose = async (page: Page, within: ReturnType<Page['locator']>, label: string | RegExp, words: string): Promise<void> => {
  const input = within.getByLabel(label, { exact: true }).first()
  await input.click()
  if (await input.isEditable()) await input.fill(words)
  await page.locator('.ant-select-item-option', { hasText: words }).first().click()
  // a multi-select stays open and needs Escape; elsewhere that key would close the dialog
  if (await page.locator('.ant-select-multiple.ant-select-open').count()) await page.keyboard.press('Escape')
}

describe('an administrator’s first day', () => {
  it('begins with what the school sets', async () => {
    const { page } = admin
    await openPage(page, '/system/parameters?node=file', '系统参数')
    await page.getByLabel('单个文件大小').fill('60')
    await page.getByRole('button', { name: '保存 1 项修改' }).click()
    const asked = page.getByRole('dialog')
    await asked.getByText('50 MB → 60 MB').waitFor()
    await asked.getByRole('button', { name: '保存 1 项修改' }).click()
    await page.getByText('第 1 版').first().waitFor()
  })
  it('goes on with a department from a sheet', async () => {
    const { page } = admin
    await openPage(page, '/campus/departments', '部门')
    await bringIn(page, '部门', [
      ['部门号', '部门名称', '部门类型'],
      ['D90', COLLEGE, '院系'],
    ])
    await page.getByText(COLLEGE).first().waitFor()
  })
  it('makes a role that reaches one department, says so before it is saved', async () => {
    const { page } = admin
    await openPage(page, '/system/roles', '角色')
    await page.getByRole('button', { name: '新增角色' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('角色编码').fill('clerk')
    await form.getByLabel('角色名称').fill(ROLE)
    await choose(page, form, /^数据范围/, '本部门及下级')
    await form.getByRole('button', { name: '新增', exact: true }).click()
    await page.getByRole('heading', { name: ROLE }).waitFor()
    await page.locator('.ant-tree-treenode', { hasText: '学籍' }).first().locator('.ant-tree-checkbox').click()
    await page.getByRole('button', { name: '预览并保存' }).click()
    await page.getByText('现在没有用户持有这个角色。').waitFor()
    await picture(page, 'first-day-role')
    await page.getByRole('button', { name: '保存授权' }).click()
    await page.getByText('授权已保存').first().waitFor()
  })
  it('brings users in and gives one the role', async () => {
    const { page } = admin
    await openPage(page, '/system/users', '用户')
    await bringIn(page, '用户', [
      ['登录域', '账号', '用户名', '姓名', '用户类型', '部门'],
      ['管理域', CLERK.accountNo, CLERK.accountNo, CLERK.name, '1', COLLEGE],
    ])
    const { result } = await api.get<{ result: Array<{ id: string }> }>(`base/role/list?keyword=${encodeURIComponent(ROLE)}`)
    await openPage(page, `/system/roles?node=${result[0]?.id}&tab=users`, '角色')
    await page.getByRole('button', { name: '添加用户' }).first().click()
    const asked = page.getByRole('dialog')
    await choose(page, asked, '用户', CLERK.name)
    await asked.getByRole('button', { name: '添加 1 个用户' }).click()
    await page.locator('tr', { hasText: CLERK.name }).waitFor()
    await picture(page, 'first-day-users')
  })
  it('tells a class something; its student reads it at another browser, and the office sees who has', async () => {
    const student = await demo.person('student', { isPhone: true })
    const own = await demo.api('student')
    const { className } = (await own.get<{ result: Array<{ className: string }> }>('base/student/list')).result[0] as { className: string }
    const { page } = admin
    await openPage(page, '/message/notices', '通知公告')
    await page.getByRole('button', { name: '新增通知公告' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('标题').fill(NOTICE)
    await form.locator('[contenteditable=true]').click()
    await page.keyboard.type('各寝室整理内务。')
    await form.getByText('按条件选择').click()
    await choose(page, form, '班级', className)
    await form.getByText(/^共 \d+ 人$/).waitFor()
    await form.getByRole('button', { name: '新增', exact: true }).click()
    await page.locator('tr', { hasText: NOTICE }).getByRole('button', { name: '发布', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: '发布', exact: true }).click()
    await student.page.goto(`${demo.url}/personal/mynotice`)
    await student.page.getByRole('button', { name: new RegExp(NOTICE) }).click()
    await student.page.getByText('各寝室整理内务。').waitFor()
    await openPage(page, '/message/notices', '通知公告')
    await page.getByRole('button', { name: NOTICE }).click()
    await page.getByRole('tab', { name: '阅读情况' }).click()
    await expect.poll(async () => (await api.get<{ result: Array<{ readCount: number }> }>(`base/notice/list?keyword=${encodeURIComponent(NOTICE)}`)).result[0]?.readCount).toBe(1)
    await picture(page, 'first-day-readers')
    expect(student.faults).toEqual([])
    await student.context.close()
  })
  it('ends with the audit trail: everything of the day is in it, and it is whole', async () => {
    const { page } = admin
    await openPage(page, '/audit/checks', '审计校验')
    await page.getByRole('button', { name: '立即校验' }).click()
    await page.getByText('审计记录完整').waitFor()
    await picture(page, 'first-day-audit')
    const { page: total } = await api.get<{ page: { total: number } }>('audit/auditLog/list?size=1')
    expect(total.total).toBeGreaterThan(0)
    expect(admin.faults).toEqual([])
  })
})
