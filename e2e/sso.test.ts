import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Doors, openDoors } from '#modules/identity/sso-fixture.ts'
import { axeFaults, forgetSession, overflow, type Person, picture, type View, visitor as visitorOf } from './browser.ts'
import { openDemo, PASSWORD } from './fixture.ts'

const demo = openDemo()

const visitor = (view?: View): Promise<Person> => visitorOf(demo.browser, view)
const door = (page: Page, name: string) => page.getByRole('button', { name })
const pick = (page: Page, who: string) => page.getByRole('link').filter({ hasText: who }).first().click()
/** Asserts who is signed in according to the shell. */
async function isSignedInAs(page: Page, userName: string): Promise<void> {
  await page.waitForURL('**/index')
  const info = (await page.evaluate('JSON.parse(localStorage.getItem("qlAdmin-userInfo")).content.userName')) as string
  expect(info).toBe(userName)
}
async function toLogin(page: Page, search = ''): Promise<void> {
  await page.goto(`${demo.url}/login?tenantId=100001${search}`)
  await page.locator('input[type="password"]').waitFor()
}

describe('through each door', () => {
  it.each([
    ['统一身份认证', 'fdy'],
    ['学校账号', 'student'],
    ['门户登录', 'teacher'],
    ['企业微信', 'officer'],
  ])('10-L7 10-L8 10-L9 10-L10 %s signs %s in', async (name, who) => {
    const { page, context, faults } = await visitor()
    await toLogin(page)
    await door(page, name).click()
    await page.waitForURL('**/stand-in/**')
    await pick(page, who)
    await isSignedInAs(page, who)
    expect(await page.evaluate('location.search')).toBe('')
    expect(faults).toEqual([])
    await context.close()
  })
  it('10-L9 inside WeCom the page leads through without its code, and to the page that was wanted', async () => {
    const { page, context } = await visitor({ userAgent: 'Mozilla/5.0 (Linux; Android 14) Chrome/120 Mobile wxwork/4.1.30 MicroMessenger/7.0.1', isPhone: true })
    await page.goto(`${demo.url}/loginbywechatenterprise?tenantId=100001&redirect=/personalcenter`)
    await page.waitForURL('**/stand-in/wecom/authorize**')
    await pick(page, 'student')
    await page.waitForURL('**/personalcenter')
    await context.close()
  })
  it('60-MB4 10-L9 a link opened inside WeCom leads through its sign-in to the page it names; who signs out sees the form', async () => {
    const { page, context } = await visitor({ userAgent: 'Mozilla/5.0 (Linux; Android 14) Chrome/120 Mobile wxwork/4.1.30 MicroMessenger/7.0.1', isPhone: true })
    await page.goto(`${demo.url}/personalcenter?tenantId=100001#devices`)
    await page.waitForURL('**/stand-in/wecom/authorize**')
    await pick(page, 'student')
    await page.waitForURL('**/personalcenter**')
    await forgetSession(page, demo.url)
    await page.goto(`${demo.url}/login?tenantId=100001`)
    await page.locator('input[type="password"]').waitFor()
    await context.close()
  })
  it.each(['//evil.example', 'https://evil.example/x', '/\\evil.example', 'javascript:alert(1)'])('10-L11 the return path %s is not followed', async wanted => {
    const { page, context } = await visitor()
    await toLogin(page, `&redirect=${encodeURIComponent(wanted)}`)
    await door(page, '学校账号').click()
    await page.waitForURL('**/stand-in/**')
    await pick(page, 'student')
    await isSignedInAs(page, 'student')
    await context.close()
  })
  it('10-L7 a return that did not begin here says so and leads back to signing in', async () => {
    const { page, context } = await visitor()
    await page.goto(`${demo.url}/oauth/callback/oauth2?code=stolen&state=${'a'.repeat(64)}`)
    await page.getByRole('alert').filter({ hasText: '请重新登录' }).waitFor()
    expect(await page.evaluate('location.search')).toBe('')
    await picture(page, 'door-refused')
    await page.getByRole('link', { name: '返回登录页' }).click()
    await page.locator('input[type="password"]').waitFor()
    await context.close()
  })
})

describe('binding', () => {
  let doors: Doors
  beforeAll(async () => {
    doors = await openDoors()
  })
  afterAll(() => doors?.close())
  it('10-L12 whom only the other side knows proves an account once; then the door knows them, until they unbind; from the personal centre they bind again', async () => {
    const { app } = doors.school.server
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    await doors.moveTo(url)
    await doors.source('oauth2', { matchBy: 'binding', name: '学校账号' })
    const { accountNo } = await doors.person({ password: PASSWORD })
    doors.people.push({ id: `ext-${accountNo}`, name: '外部来人' })
    const { page, context, faults } = await visitor()
    const through = async (): Promise<void> => {
      await page.goto(`${url}/login?tenantId=100001`)
      await door(page, '学校账号').click()
      await pick(page, '外部来人')
    }
    await through()
    await page.waitForURL('**/bindingusertoautologin?**')
    await page.getByRole('heading', { name: '绑定账号' }).waitFor()
    await picture(page, 'door-bind')
    expect(await axeFaults(page)).toEqual([])
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    const give = async (password: string): Promise<void> => {
      await page.locator('input[name="username"]').fill(accountNo)
      await page.locator('input[name="password"]').fill(password)
      await page.getByRole('button', { name: '绑定并登录' }).click()
    }
    await give('wrong')
    await page.getByText('用户名或密码错误').waitFor()
    await give(PASSWORD)
    await page.waitForURL('**/index')
    await forgetSession(page, url)
    await through()
    await page.waitForURL('**/index')
    await page.goto(`${url}/personalcenter#bindings`)
    await page.getByRole('button', { name: '解除绑定' }).click()
    await page.getByRole('dialog').locator('input[type="password"]').fill(PASSWORD)
    await page.getByRole('dialog').getByRole('button', { name: '解除绑定' }).click()
    await page.getByText('已解除绑定').waitFor()
    // Link again from here, without signing out.
    await page.getByRole('button', { name: '绑定', exact: true }).click()
    await page.getByRole('dialog').locator('input[type="password"]').fill('wrong')
    await page.getByRole('dialog').getByRole('button', { name: '去登录并绑定' }).click()
    await page.getByRole('dialog').getByText('密码不正确').waitFor()
    await page.getByRole('dialog').locator('input[type="password"]').fill(PASSWORD)
    await picture(page, 'door-bind-own')
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: '去登录并绑定' }).click()
    await pick(page, '外部来人')
    await page.waitForURL('**/personalcenter#bindings')
    await page.getByText('已绑定“学校账号”').waitFor()
    await forgetSession(page, url)
    await through()
    await page.waitForURL('**/index')
    await page.goto(`${url}/personalcenter#bindings`)
    await page.getByRole('button', { name: '解除绑定' }).click()
    await page.getByRole('dialog').locator('input[type="password"]').fill(PASSWORD)
    await page.getByRole('dialog').getByRole('button', { name: '解除绑定' }).click()
    await page.getByText('已解除绑定').waitFor()
    await forgetSession(page, url)
    await through()
    await page.waitForURL('**/bindingusertoautologin?**')
    expect(faults).toEqual([])
    await context.close()
  })
})

describe('10-L10 the school’s own sign-in', () => {
  it('10-L10 whoever is not signed in goes there from the root, comes back in, and is asked before another takes the place', async () => {
    const { page, context, faults } = await visitor()
    await page.route('**/openApi/getAppInfo**', async route => {
      const reply = await route.fetch()
      const body = (await reply.json()) as { data: Record<string, unknown> }
      Object.assign(body.data, { ssoType: 'cas', ssoLoginUrl: `${demo.url}/stand-in/cas/login`, ssoLogoutUrl: `${demo.url}/stand-in/cas/logout` })
      await route.fulfill({ response: reply, json: body })
    })
    await page.goto(`${demo.url}/?tenantId=100001`)
    await page.waitForURL('**/stand-in/cas/login**')
    await pick(page, 'fdy')
    await isSignedInAs(page, 'fdy')
    // Another user on the same computer: the CAS server signs them in.
    await page.goto(`${demo.url}/stand-in/cas/login?renew=1&service=${encodeURIComponent(`${demo.url}/index`)}`)
    await pick(page, 'student')
    await page.getByRole('heading', { name: '要换一个账号吗' }).waitFor()
    await picture(page, 'door-swap')
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('button', { name: /继续用/ }).click()
    await isSignedInAs(page, 'fdy')
    await page.goto(`${demo.url}/stand-in/cas/login?renew=1&service=${encodeURIComponent(`${demo.url}/index`)}`)
    await pick(page, 'student')
    await page.getByRole('button', { name: /换成/ }).click()
    await isSignedInAs(page, 'student')
    // Signing out at the CAS server ends the session here.
    await page.goto(`${demo.url}/stand-in/cas/logout`)
    await page.goto(`${demo.url}/personalcenter`)
    await page.waitForURL(/\/stand-in\/cas\/login|\/login|\/$/)
    await page.goto(`${demo.url}/login?tenantId=100001`)
    await page.locator('input[type="password"]').waitFor()
    expect(faults).toEqual([])
    await context.close()
  })
})
describe('the screens that keep the doors', () => {
  it('10-L7 a source is tried out and shows the raw answer and the matched account; bindings are listed', async () => {
    const { page, context, faults } = await demo.person('admin')
    await page.goto(`${demo.url}/identity/sources`)
    await page.getByText('统一身份认证').first().waitFor()
    await picture(page, 'door-sources')
    expect(await axeFaults(page)).toEqual([])
    const row = page.getByRole('row').filter({ hasText: '学校账号' })
    await row.getByRole('button', { name: '测试' }).click()
    await page.getByRole('button', { name: '去登录一次' }).click()
    await page.waitForURL('**/stand-in/**')
    await pick(page, 'student')
    await page.getByRole('heading', { name: '测试结果' }).waitFor()
    await page.getByText('可以登录').waitFor()
    await page.getByText('client_id').waitFor()
    await picture(page, 'door-test')
    await page.getByRole('button', { name: '返回认证源' }).click()
    await page.waitForURL('**/identity/sources')
    await page.goto(`${demo.url}/identity/bindings`)
    await page.getByRole('heading', { name: '账号绑定' }).first().waitFor()
    expect(faults).toEqual([])
    await context.close()
  })
})
