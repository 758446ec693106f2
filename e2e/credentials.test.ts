import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { axeFaults, forgetSession, give, overflow, type Person, picture } from './browser.ts'
import { openDoor, PASSWORD } from './fixture.ts'

const door = openDoor()
const phone = (): Promise<Person> => door.come({ isPhone: true })
/** Requests an SMS code and reads it from the fake phone. */
async function codeFor(page: Page, mobile: string): Promise<string> {
  const before = door.made.sent.length
  await page.getByRole('button', { name: '获取验证码' }).click()
  await expect.poll(() => door.made.sent.length).toBeGreaterThan(before)
  expect(door.made.sent.at(-1)?.mobile).toBe(mobile)
  return door.made.sent.at(-1)?.code ?? ''
}
const fits = async (page: Page): Promise<void> => {
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  expect(await axeFaults(page)).toEqual([])
}

describe('credentials in the browser', () => {
  it('10-L16 a forgotten password is set anew on the phone; one that is too weak is named, and the next needs no new code', async () => {
    await door.made.user({ userName: 'oblivious', mobile: '13811110001', isVerified: true })
    const { page, context } = await phone()
    await page.getByRole('link', { name: '忘记密码' }).click()
    await page.waitForURL('**/forgot')
    await page.locator('input[name="mobile"]').fill('13811110001')
    await page.locator('input[name="code"]').fill(await codeFor(page, '13811110001'))
    const set = async (password: string) => {
      for (const field of await page.locator('input[autocomplete="new-password"]').all()) await field.fill(password)
      await page.locator('button[type="submit"]').click()
    }
    await fits(page)
    await set('abcdefgh')
    await page.getByText('密码至少 8 位，字母、数字、符号要有两种以上').waitFor()
    await picture(page, 'forgot-weak')
    await set('Brand-New-2027')
    await page.waitForURL(`${door.url}/`)
    await give(page, 'oblivious', 'Brand-New-2027')
    await page.waitForURL('**/index')
    await context.close()
  })
  it('10-L15 a second factor by text message, a device that is trusted, and none that is not', async () => {
    await door.made.user({ userName: 'cashier', roles: ['finance'], mobile: '13811110002', isVerified: true })
    const { page, context } = await door.come()
    await give(page, 'cashier', PASSWORD)
    await page.getByRole('heading', { name: '二次验证' }).waitFor()
    await page.getByText('138****0002').waitFor()
    const code = await codeFor(page, '13811110002')
    await page.locator('input[name="code"]').fill('000000')
    await page.locator('button[type="submit"]').click()
    await page.getByRole('alert').filter({ hasText: '验证码不正确，或已用过' }).waitFor()
    await fits(page)
    await picture(page, 'second-factor')
    await page.locator('input[name="code"]').fill(code)
    await page.getByRole('checkbox').check()
    await page.locator('button[type="submit"]').click()
    await page.waitForURL('**/index')
    await forgetSession(page, door.url)
    await page.goto(`${door.url}/login?tenantId=100001`)
    await give(page, 'cashier', PASSWORD)
    await page.waitForURL('**/index')
    await context.close()
    const { page: other, context: stranger } = await door.come()
    await give(other, 'cashier', PASSWORD)
    await other.getByRole('heading', { name: '二次验证' }).waitFor()
    await stranger.close()
  })
  it('10-L15 an authenticator is set up at the door; a recovery code stands in for it', async () => {
    await door.made.user({ userName: 'listener', roles: ['psychologist'] })
    const { page, context } = await phone()
    await give(page, 'listener', PASSWORD)
    await page.getByRole('heading', { name: '绑定身份验证器' }).waitFor()
    const letters = ((await page.locator('code').first().textContent()) ?? '').replace(/\s/g, '')
    await fits(page)
    await picture(page, 'enrol')
    await page.locator('input[name="code"]').fill(new TOTP({ secret: Secret.fromBase32(letters) }).generate())
    await page.locator('button[type="submit"]').click()
    const codes = page.getByRole('list', { name: '恢复码' }).getByRole('listitem')
    await expect.poll(() => codes.count()).toBe(10)
    const recovery = (await codes.first().textContent()) ?? ''
    await fits(page)
    await page.getByRole('button', { name: '已保存，继续登录' }).click()
    await page.waitForURL('**/index')
    await context.close()
    const { page: other, context: elsewhere } = await door.come()
    await give(other, 'listener', PASSWORD)
    await other.getByRole('tab', { name: '恢复码' }).click()
    await other.locator('input[name="code"]').fill(recovery.toUpperCase())
    await other.locator('button[type="submit"]').click()
    await other.waitForURL('**/index')
    await elsewhere.close()
    const [left] = await door.made.db.query<{ n: number }>(sql`select count(*)::int as n from recovery_code c join sys_user u on u.tenant_id = c.tenant_id and u.id = c.user_id
      where c.tenant_id = ${door.made.tenantId} and u.user_name = 'listener' and c.used_at is null`)
    expect(left?.n).toBe(9)
  })
  it('10-L18 the privacy notice comes before everything else; refusing signs out, agreeing goes on', async () => {
    await door.made.params('privacy', { noticeVersion: '2026-1' })
    await door.made.user({ userName: 'reader' })
    const { page, context } = await phone()
    await give(page, 'reader', PASSWORD)
    await page.getByRole('heading', { name: '隐私政策' }).waitFor()
    await fits(page)
    await picture(page, 'consent')
    await page.getByRole('button', { name: '不同意并退出' }).click()
    await page.locator('input[name="username"]').waitFor()
    expect(await page.evaluate("Object.keys(localStorage).filter(k => k.includes('Token')).length")).toBe(0)
    await give(page, 'reader', PASSWORD)
    await page.getByRole('button', { name: '同意并继续' }).click()
    await page.getByRole('heading', { name: '隐私政策' }).waitFor({ state: 'detached' })
    await page.waitForURL('**/index')
    await context.close()
    const { page: other, context: again } = await door.come()
    await give(other, 'reader', PASSWORD)
    await other.waitForURL('**/index')
    await expect.poll(() => other.getByRole('heading', { name: '隐私政策' }).count()).toBe(0)
    await again.close()
    await door.made.params('privacy', {})
  })
})
