import sharp from 'sharp'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { citizenIdCheck } from '#model'
import { appInfo } from '#modules/system/model/app.ts'
import { upload } from '#testing/roster.ts'
import { axeFaults, boxOf, give, overflow, picture, stored, type View, visitor } from './browser.ts'
import { openDoor, PASSWORD } from './fixture.ts'

const PHONE: View = {
  isPhone: true,
  userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
}
const door = openDoor()
const banner = (): Promise<Buffer> =>
  sharp({ create: { width: 1920, height: 600, channels: 3, background: '#2063c4' } })
    .png()
    .toBuffer()

describe('the sign-in page', () => {
  it('10-L4 takes a code to the phone, and lets people whose accounts share the number pick one', async () => {
    const mobile = '13800010001'
    await door.made.user({ userName: 'shared1', accountNo: '2026000101', mobile, isVerified: true, userType: 2, roles: ['student'] })
    await door.made.user({ userName: 'shared2', accountNo: '2026000102', mobile, isVerified: true })
    const { page, context } = await door.come()
    await page.getByRole('tab', { name: '手机号登录' }).click()
    await page.getByRole('button', { name: '获取验证码' }).click()
    await page.getByRole('alert').filter({ hasText: '请输入手机号码' }).waitFor()
    await page.locator('input[name="mobile"]').fill('1380001')
    await page.getByRole('button', { name: '获取验证码' }).click()
    await page.getByText('手机号应为 11 位，现在 7 位').waitFor()
    await page.locator('input[name="mobile"]').fill(mobile)
    await page.getByRole('button', { name: '获取验证码' }).click()
    await page.getByText(/\d+ 秒后重发/).waitFor()
    await expect.poll(() => door.made.sent.at(-1)?.mobile).toBe(mobile)
    await page.locator('input[name="code"]').fill(door.made.sent.at(-1)?.code ?? '')
    await page.locator('button[type="submit"]').click()
    await page.getByRole('heading', { name: '选择账号' }).waitFor()
    await picture(page, 'login-pick')
    await page.getByRole('listitem').nth(1).getByRole('button').click()
    await page.waitForURL('**/index')
    await context.close()
  })
  it('10-L6 signs a screen in by a phone that confirms, and only the screen that made the code', async () => {
    await door.made.user({ userName: 'scanner', userType: 2, roles: ['student'] })
    const { page: pocket, context: phone } = await door.come(PHONE)
    await give(pocket, 'scanner', PASSWORD)
    await pocket.waitForURL('**/index')

    const { page: screen, context: pc } = await door.come()
    const ticketOf = async (act: () => Promise<void>): Promise<string> => {
      const [answer] = await Promise.all([screen.waitForResponse('**/scan/create'), act()])
      return ((await answer.json()) as { data: { scanId: string } }).data.scanId
    }
    const first = await ticketOf(() => screen.getByRole('button', { name: '扫码登录' }).click())
    await screen.getByRole('img', { name: '登录二维码' }).waitFor()
    await picture(screen, 'login-scan')
    await pocket.goto(`${door.url}/scan?id=${first}`)
    await pocket.getByText('127.0.0.1').waitFor()
    await pocket.getByText(/^Chrome \d+$/).waitFor()
    expect(await overflow(pocket)).toBeLessThanOrEqual(0)
    expect(await axeFaults(pocket)).toEqual([])
    await picture(pocket, 'scan-phone')
    await screen.getByText('已扫码，请在手机上确认').waitFor()
    await pocket.getByRole('button', { name: '取消' }).click()
    await screen.getByText('已在手机上取消').waitFor()

    const second = await ticketOf(() => screen.getByRole('button', { name: '换一个二维码' }).click())
    await pocket.goto(`${door.url}/scan?id=${second}`)
    await pocket.getByRole('button', { name: '确认登录' }).waitFor()
    const { page: stranger, context: other } = await door.come()
    const stolen = () =>
      stranger.evaluate(async code => {
        const body = new URLSearchParams({ tenantId: '100001', grant_type: 'social', source: 'scan', code, state: 'A'.repeat(43) })
        return (await fetch('/api/flySource-auth/oauth/token', { method: 'POST', headers: { Authorization: `Basic ${btoa('qinglan-web:qinglan-web')}` }, body })).status
      }, second)
    await pocket.getByRole('button', { name: '确认登录' }).click()
    expect(await stolen()).toBe(400)
    await pocket.getByText('已确认，电脑上马上就会登录').waitFor()
    await screen.waitForURL('**/index')
    expect(await stored(screen, 'qlAdmin-userInfo')).toMatchObject({ userName: 'scanner' })
    expect(await stolen()).toBe(400)
    for (const context of [pc, other, phone]) await context.close()
  })
  it('10-L13 10-L14 has the first password changed before anything else, its strength shown as 36, 70 and 100', async () => {
    const id = await door.made.user({ userName: 'fresh' })
    await door.made.db.query(sql`update sys_user set must_change_password = true where id = ${id}`)
    const { page, context } = await door.come({}, '/login?tenantId=100001&redirect=%2Fpersonalcenter')
    await give(page, 'fresh', PASSWORD)
    await page.getByRole('heading', { name: '先换一个自己的密码' }).waitFor()
    const meter = page.getByRole('progressbar')
    for (const [password, percent] of [
      ['abc', 36],
      ['abcdef12', 70],
      ['Shan-Shui-2031', 100],
    ] as const) {
      await page.getByLabel('新密码', { exact: true }).fill(password)
      await expect.poll(() => meter.getAttribute('aria-valuenow')).toBe(String(percent))
    }
    await picture(page, 'first-password')
    await page.getByLabel('再输一次新密码').fill('Shan-Shui-2031')
    await page.getByLabel('现在的密码').fill(PASSWORD)
    await page.getByRole('button', { name: '修改密码' }).click()
    await page.getByRole('heading', { name: '先换一个自己的密码' }).waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/personalcenter')
    await context.close()
  })
  it('10-L4 lets an applicant register and go on signed in', async () => {
    const first = '52010220080816123'
    const { page, context } = await door.come(PHONE, '/dzks/login?tenantId=100001')
    await page.getByRole('button', { name: '注册' }).click()
    await page.locator('input[name="name"]').fill('李晓岚')
    await page.locator('input[name="idNo"]').fill(first + citizenIdCheck(first))
    await page.locator('input[name="mobile"]').fill('13800010009')
    await page.getByRole('button', { name: '获取验证码' }).click()
    await expect.poll(() => door.made.sent.at(-1)?.mobile).toBe('13800010009') // the browser solves the proof of work first
    await page.locator('input[name="code"]').fill(door.made.sent.at(-1)?.code ?? '')
    for (const name of ['new-password', 'new-password-again']) await page.locator(`input[name="${name}"]`).fill('Shan-Shui-31')
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await page.locator('button[type="submit"]').click()
    await page.waitForURL('**/dzks/exame/index**')
    await page.getByText('李晓岚').first().waitFor()
    await context.close()
  })
  it('10-C9 shows the school’s pictures of the sign-in page and of the welcome area, and skips one that is broken', async () => {
    const { school } = door.made
    const admin = await school.as({ roles: ['admin'] })
    const hang = async (title: string, place: string) => {
      const file = (await upload<{ fileId: string }>(admin, 'oss/oss/endpoint/put-file', await banner(), `${title}.png`)).data.fileId
      expect((await admin.post('base/carousel/add', { title, image: [file], place, link: '/registerschool' })).msg).toBe('成功')
    }
    for (const [title, place] of [
      ['欢迎新同学', 'login'],
      ['破损的图', 'login'],
      ['报到须知', 'welcome'],
    ] as const)
      await hang(title, place)
    for (const view of [{}, PHONE]) {
      const { page, context } = await visitor(door.browser, view)
      const { data } = await school.anonymous.get<Array<{ title: string; url: string }>>('base/carousel/current', { place: 'login', tenantId: '100001' })
      const broken = data.find(p => p.title === '破损的图')?.url ?? ''
      await page.route(
        url => url.href.endsWith(broken),
        route => route.abort(),
      )
      await page.goto(`${door.url}/login?tenantId=100001`)
      await page.getByRole('img', { name: '欢迎新同学' }).first().waitFor()
      await page.getByRole('img', { name: '破损的图' }).waitFor({ state: 'detached' })
      expect(await page.getByRole('link', { name: '欢迎新同学' }).first().getAttribute('href')).toBe('/registerschool')
      expect(await overflow(page)).toBeLessThanOrEqual(0)
      expect(await axeFaults(page)).toEqual([])
      await picture(page, `login-pictures-${view === PHONE ? 'phone' : 'pc'}`)
      await context.close()
    }
    await door.made.user({ userName: 'newcomer', realm: 'welcome', accountNo: '26520001', roles: ['newStudent'] })
    const { page, context } = await door.come({}, '/welcome/login?tenantId=100001')
    await give(page, '26520001', PASSWORD)
    await page.waitForURL('**/welcome/index')
    await page.getByRole('img', { name: '报到须知' }).first().waitFor()
    await picture(page, 'welcome-pictures')
    await context.close()
  })
  it('10-L10 hides the form where the school signs in elsewhere; ?local=1 brings it back', async () => {
    const known = await door.made.db.unscoped(appInfo).find({ appType: 2 }) // the test prepares the school
    if (known) await door.made.db.update(appInfo, known.id, { showLogin: 0 })
    else await door.made.db.insert(appInfo, { appType: 2, showLogin: 0, isWartermark: false })
    const { page, context } = await door.come({}, '/welcome/login?tenantId=100001')
    await page.getByText('请从学校的统一入口登录').waitFor()
    expect(await page.locator('input').count()).toBe(0)
    await page.goto(`${door.url}/welcome/login?tenantId=100001&local=1`)
    await page.locator('input[name="password"]').waitFor()
    await context.close()
  })
  it('is drawn once, whatever arrives later', async () => {
    const { page, context } = await visitor(door.browser)
    await context.addInitScript(`let drawn = 0
      new MutationObserver(all => all.forEach(m => m.addedNodes.forEach(n => (n.querySelector?.('h1') || n.tagName === 'H1') && drawn++))).observe(document, { childList: true, subtree: true })
      Object.defineProperty(window, 'drawn', { get: () => drawn })`)
    await page.goto(`${door.url}/activate?token=none&tenantId=100001`)
    await page.locator('h1').first().waitFor()
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(1000)
    expect(await page.evaluate('drawn')).toBe(1)
    await context.close()
  })
  it('speaks three languages, to the keyboard and on a phone, without faults of access', async () => {
    const { page, context } = await door.come()
    await page.getByPlaceholder('请输入用户名').waitFor()
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('tab', { name: '用户名登录' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.locator('input[name="mobile"]').waitFor()
    expect(await axeFaults(page)).toEqual([])
    await page.keyboard.press('ArrowLeft')
    for (const [name, hint, lang] of [
      ['English', 'Enter username', 'en'],
      ['繁體中文', '請輸入使用者名稱', 'zh-TW'],
    ] as const) {
      await page.getByRole('button', { name: /简体中文|English/ }).click()
      await page.getByText(name, { exact: true }).last().click()
      await page.getByPlaceholder(hint).waitFor()
      expect(await page.evaluate('document.documentElement.lang')).toBe(lang)
      await picture(page, `login-${lang}`)
    }
    await context.close()
    const { page: small, context: pocket } = await door.come(PHONE)
    await small.locator('input[name="username"]').waitFor()
    expect(await overflow(small)).toBeLessThanOrEqual(0)
    const [form, other] = [await boxOf(small.locator('form')), await boxOf(small.getByRole('button', { name: '手机号登录' }))]
    expect(form.top).toBeLessThan(other.top)
    expect(await small.getByRole('tab').count()).toBe(0)
    expect(await axeFaults(small)).toEqual([])
    await picture(small, 'login-phone')
    await pocket.close()
  })
  // last, because from here on this address requires captchas
  it('10-L2 10-L3 names what is missing beside its field, works off captchas unseen after three failures and says how long a lock lasts', async () => {
    await door.made.user({ userName: 'guessed', userType: 2, roles: ['student'] })
    const { page, context } = await door.come()
    await page.locator('button[type="submit"]').click()
    await page.getByRole('alert').filter({ hasText: '请输入用户名' }).waitFor()
    await page.getByRole('alert').filter({ hasText: '请输入密码' }).waitFor()
    expect(await page.evaluate('document.activeElement.getAttribute("name")')).toBe('username')
    for (const text of ['请输入用户名', '请输入密码']) await page.getByPlaceholder(text).waitFor()
    const asked: string[] = []
    page.on('request', request => void (request.url().includes('/captcha?') && asked.push(request.url())))
    for (let i = 0; i < 5; i++) {
      expect(asked.length).toBe(Math.max(0, i - 3))
      await give(page, 'guessed', `wrong-${i}`)
      await page.getByText(i === 4 ? '15 分钟后再试' : /^用户名或密码错误$/).waitFor()
      await page.locator('.ant-btn-loading').waitFor({ state: 'detached' })
    }
    await give(page, 'guessed', PASSWORD)
    await page
      .getByText(/已锁定|锁定/)
      .first()
      .waitFor()
    await picture(page, 'login-locked')
    await context.close()
  })
})
