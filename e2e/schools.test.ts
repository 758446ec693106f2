import { createPrivateKey, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeCode } from '#server/licence/code.ts'
import type { Api } from './api.ts'
import { give, overflow, picture, visitor } from './browser.ts'
import { openDemo } from './fixture.ts'

const PASSWORD = 'Shan-Shui-2031'
const NAME = '青山职业学院'
const demo = openDemo()
/** API client of an officer of the demo school. */
let officer: Api
beforeAll(async () => {
  officer = await demo.api('officer')
})

interface Rows {
  result: Array<{ id: string; name: string }>
  page: { total: number }
}
/** The vendor's part: signs a licence for the machine code on the page with the demo's key. */
const sign = (machineCode: string): string =>
  makeCode(
    { id: randomUUID(), schoolName: NAME, edition: '标准版', modules: [], maxStudents: 5000, issuedAt: '2026-01-01', expireDate: '2099-12-31', graceDays: 30, machineCode },
    createPrivateKey(readFileSync(join(demo.folder, 'vendor/private.pem'))),
  )
async function register(page: Page): Promise<string> {
  await page.goto(`${demo.url}/registerschool`)
  await page.getByLabel('学校名称').fill(NAME)
  await page.getByLabel('联系人', { exact: false }).first().fill('张主任')
  await page.getByLabel('联系人手机').fill('13800000001')
  await page.getByRole('button', { name: '获取机器码' }).click()
  const machineCode = (await page.locator('[data-copied]').textContent()) ?? ''
  await page.getByRole('img', { name: '申请内容的二维码' }).waitFor()
  await page.getByRole('button', { name: '已有注册码，下一步' }).click()
  // pasted from a letter, with line breaks
  await page.getByLabel('注册码').fill(sign(machineCode).replace(/(.{40})/g, '$1\n'))
  await page.getByText('2099-12-31').waitFor()
  await page.getByRole('button', { name: '下一步' }).click()
  await page.getByLabel('用户名').fill('zhang')
  await picture(page, 'schools-register')
  await page.getByRole('button', { name: '注册并开通' }).click()
  await page.getByRole('heading', { name: '学校已开通' }).waitFor()
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  return (await page.locator('code').filter({ hasText: 'http' }).textContent()) ?? ''
}
async function setPassword(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await page.locator('input[type="password"]').nth(1).waitFor()
  for (const input of await page.locator('input[type="password"]').all()) await input.fill(PASSWORD)
  await page.getByRole('button', { name: '设置密码并启用' }).click()
}
/** Signs in at the new school; an administrator enrols an authenticator the first time. */
async function enter(page: Page): Promise<void> {
  await give(page, 'zhang', PASSWORD)
  const letters = ((await page.locator('code').first().textContent()) ?? '').replace(/\s/g, '')
  await page.locator('input[name="code"]').fill(new TOTP({ secret: Secret.fromBase32(letters) }).generate())
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: '已保存，继续登录' }).click()
  await page.waitForURL('**/index')
}

describe('a second school', () => {
  it('is opened from the registration page and works beside the first, of which it sees nothing', async () => {
    const { page, faults } = await visitor(demo.browser)
    const link = await register(page)
    expect(link).toMatch(/\/activate\?tenantId=100002&token=[\w-]{43}$/)

    // the first administrator sets a password, once
    await setPassword(page, link)
    await page.waitForURL('**/login?tenantId=100002')
    await enter(page)

    // the school has its name, its root department and no rows of others
    await page.getByText(NAME).first().waitFor()
    await page.goto(`${demo.url}/campus/departments`)
    await page.getByText(NAME).first().waitFor()
    await page.goto(`${demo.url}/student/students?view=all`)
    await page.getByText('暂无数据~').first().waitFor()
    await page.goto(`${demo.url}/tenancy/readiness`)
    await page.getByText('还没有学生').waitFor()
    await picture(page, 'schools-readiness')
    const token = await page.evaluate<string>(`JSON.parse(localStorage.getItem('qlAdmin-accessToken')).content`)
    const as = async (path: string, headers: Record<string, string> = {}) =>
      (await (await fetch(`${demo.url}/api/flySource-${path}`, { headers: { 'flysource-auth': `bearer ${token}`, ...headers } })).json()) as { code: number; data: Rows }
    const [first] = (await officer.get<Rows>('base/student/list?size=1')).result
    expect((await as('base/student/list')).data.page.total).toBe(0)
    expect((await as(`base/student/getOne?id=${first?.id}`)).code).toBe(404)
    expect((await as('base/student/list', { 'tenant-id': '100001' })).code).toBe(403)

    // the first school is unaffected, in the same browser
    expect((await officer.get<Rows>('base/student/list?size=1')).page.total).toBeGreaterThan(0)
    expect((await officer.get<Rows>('base/department/list?size=200')).result.map(d => d.name)).not.toContain(NAME)
    const { page: beside } = await demo.enter('officer')
    await beside.getByText('青蓝职业技术学院').first().waitFor()

    // the activation link is single-use
    await setPassword(page, link)
    await page.getByText('激活链接无效').waitFor()
    expect(faults).toEqual([])
  })
})
