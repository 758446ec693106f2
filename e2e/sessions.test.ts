import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { give, picture, stored } from './browser.ts'
import { openDoor, PASSWORD } from './fixture.ts'

const door = openDoor()

describe('sessions in one browser', () => {
  it('10-K11 10-L19 keeps three realms side by side in one browser; signing out of one leaves the others', async () => {
    await door.made.user({ userName: 'three' })
    await door.made.user({ userName: 'three', accountNo: 'KS26001', realm: 'welcome', roles: ['newStudent'] })
    await door.made.user({ userName: 'three', accountNo: 'ZK26001', realm: 'exam', roles: ['applicant'] })
    const { page: admin, context } = await door.come()
    await give(admin, 'three', PASSWORD)
    await admin.waitForURL('**/index')
    const [welcome, exam] = [await context.newPage(), await context.newPage()]
    await welcome.goto(`${door.url}/welcome/index?tenantId=100001`)
    await welcome.waitForURL('**/welcome/login**')
    await give(welcome, 'three', PASSWORD)
    await welcome.waitForURL('**/welcome/index**')
    await exam.goto(`${door.url}/dzks/login?tenantId=100001`)
    await give(exam, 'three', PASSWORD)
    await exam.waitForURL('**/dzks/exame/index**')
    await picture(exam, 'exam-home')
    const tokens = await Promise.all(['Admin', 'Welcome', 'Exam'].map(realm => stored(admin, `ql${realm}-accessToken`)))
    expect(new Set(tokens).size).toBe(3)
    const applicant = await stored(exam, 'qlExam-userInfo')
    expect(applicant).toMatchObject({ userName: 'three' })
    expect(applicant).not.toHaveProperty('userType')
    await welcome.getByRole('button', { name: '退出登录' }).click()
    await welcome.waitForURL('**/welcome/login**')
    expect(await stored(admin, 'qlWelcome-accessToken')).toBeUndefined()
    await admin.reload()
    await exam.reload()
    await exam.getByRole('button', { name: '退出登录' }).waitFor()
    expect(new URL(admin.url()).pathname).toBe('/index')
    await expect.poll(() => stored(admin, 'qlAdmin-accessToken')).toBe(tokens[0])
    // the shared cookie for file links belongs to the realm of the visible page
    for (const [page, token] of [
      [admin, tokens[0]],
      [exam, tokens[2]],
    ] as const) {
      await page.evaluate("dispatchEvent(new Event('focus'))")
      const kept = (await context.cookies(door.url)).find(cookie => cookie.name === 'FlySource-Auth')?.value
      expect(decodeURIComponent(kept ?? '')).toBe(token)
    }
    await context.close()
  })
  it('10-K2 10-K3 10-K5 twenty tabs that refresh at once keep one session, and its end empties storage once', async () => {
    const id = await door.made.user({ userName: 'tabs' })
    const { page: first, context } = await door.come()
    await give(first, 'tabs', PASSWORD)
    await first.waitForURL('**/index')
    const old = await stored(first, 'qlAdmin-accessToken')
    const tabs = await Promise.all(Array.from({ length: 20 }, () => context.newPage()))
    await first.evaluate(() => {
      const entry = JSON.parse(localStorage.getItem('qlAdmin-accessToken') ?? '{}')
      localStorage.setItem('qlAdmin-accessToken', JSON.stringify({ ...entry, datetime: Date.now() - 3_000_001 }))
    })
    // only one tab is visible: hidden ones close their event stream
    for (const tab of tabs) await tab.addInitScript("Object.defineProperty(document, 'hidden', { get: () => true })")
    // a page without widgets: twenty desktops are too slow on two processors
    await Promise.all(tabs.map(tab => tab.goto(`${door.url}/scan?id=none`, { timeout: 120_000 })))
    await expect.poll(() => stored(first, 'qlAdmin-accessToken')).not.toBe(old)
    await expect.poll(() => stored(first, 'qlAdmin-refreshLock')).toBeUndefined()
    // refresh with the same token at the same moment, like tabs that miss each other's lock
    const at = Date.now() + 2000
    const pairs = await Promise.all(tabs.map(tab => tab.evaluate(refreshAt, at)))
    expect(new Set(pairs.map(pair => `${pair.access_token} ${pair.refresh_token}`)).size).toBe(1)
    expect(pairs[0]?.access_token).toBeTruthy()
    await first.evaluate(keep, pairs[0] ?? {})
    expect(tabs.map(tab => new URL(tab.url()).pathname)).toEqual(tabs.map(() => '/scan'))
    const live = await door.made.db.query(sql`select 1 from user_session where user_id = ${id} and state <> 'ended'`)
    expect(live).toHaveLength(1)

    // the remaining tab shows the reason; a tab whose storage another tab has cleared cannot know it
    for (const tab of tabs) await tab.close()
    await first.evaluate(() => localStorage.setItem('ql-frequency', JSON.stringify({ dataType: 'object', content: {}, datetime: 1 })))
    await door.made.school.server.identity.sessions.end(door.made.tenantId, (await sessionOf(id)) ?? '', 'kicked')
    // the open page is notified by the event stream
    await first.waitForURL(address => address.pathname === '/')
    await first.getByText('管理员已结束这次登录').waitFor()
    expect(await stored(first, 'qlAdmin-accessToken')).toBeUndefined()
    expect(await stored(first, 'ql-frequency')).toBeDefined()
    await context.close()
  })
})
/** In the page: redeems the stored refresh token at an agreed moment. */
const refreshAt = async (at: number): Promise<{ access_token?: string; refresh_token?: string }> => {
  const { content } = JSON.parse(localStorage.getItem('qlAdmin-userInfo') ?? '{}') as { content: { refresh_token: string } }
  const body = new URLSearchParams({ tenantId: '100001', grant_type: 'refresh_token', refresh_token: content.refresh_token })
  await new Promise(done => setTimeout(done, at - Date.now()))
  const answer = await fetch('/api/flySource-auth/oauth/token', { method: 'POST', headers: { Authorization: `Basic ${btoa('qinglan-web:qinglan-web')}` }, body })
  return (await answer.json()) as { access_token?: string; refresh_token?: string }
}
/** In the page: stores a token pair as the program does. */
const keep = (pair: { access_token?: string; refresh_token?: string }): void => {
  const info = JSON.parse(localStorage.getItem('qlAdmin-userInfo') ?? '{}') as { content: object }
  localStorage.setItem('qlAdmin-userInfo', JSON.stringify({ ...info, content: { ...info.content, refresh_token: pair.refresh_token } }))
  localStorage.setItem('qlAdmin-accessToken', JSON.stringify({ dataType: 'string', content: pair.access_token, datetime: Date.now() }))
}
const sessionOf = async (userId: string): Promise<string | undefined> =>
  (await door.made.db.query<{ id: string }>(sql`select id from user_session where user_id = ${userId} and state <> 'ended'`))[0]?.id
