import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, setParameter } from './api.ts'
import { search } from './browser.ts'
import { openDemo, poll } from './fixture.ts'

const demo = openDemo()
const { arrive, go } = demo
let admin: Api
beforeAll(async () => {
  admin = await demo.api('admin')
})

describe('10-H9 frames and links outside', () => {
  let other: Server
  let asked: string[] = []
  beforeAll(async () => {
    other = createServer((request, response) => {
      asked.push(request.url ?? '')
      response.setHeader('content-type', 'text/html; charset=utf-8').end('<p>外部报表</p>')
    })
    await new Promise<void>(done => other.listen(0, '127.0.0.1', done))
  })
  afterAll(() => other?.close())
  it('frames a page of an allowed host with a ticket that tells once who opened it', async () => {
    const address = `http://127.0.0.1:${(other.address() as AddressInfo).port}/show?ticket={ticket}`
    const menu = { terminal: 'web', type: 'menu', module: 'system', openType: 2, menuLink: address }
    await admin.post('base/sysMenu/add', { ...menu, title: '外部报表', path: '/report/outside' })
    const { page, context } = await demo.person('officer')
    await go(page, '/report/outside')
    await page.getByText('“127.0.0.1:').waitFor()
    expect(await page.locator('iframe').count()).toBe(0)
    await setParameter(admin, 'shell', { frameHosts: '127.0.0.1' })
    asked = []
    await poll(
      async () => {
        await go(page, '/report/outside')
        return page
          .frameLocator('iframe')
          .frameLocator('iframe')
          .getByText('外部报表')
          .waitFor({ timeout: 4000 })
          .then(
            () => true,
            () => false,
          )
      },
      { interval: 1500 },
    ).toBe(true)
    const ticket = new URLSearchParams(asked.at(-1)?.split('?')[1]).get('ticket')
    const redeem = () =>
      fetch(`${demo.url}/api/flySource-base/ticket/redeem`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ticket, tenantId: '100001' }),
      })
    expect(await (await redeem()).json()).toMatchObject({ code: 200, data: { userName: 'officer' } })
    expect(await (await redeem()).json()).toMatchObject({ code: 422 })
    await context.close()
  })
  it('opens a link outside in a tab that cannot reach back, from the search and from its own address', async () => {
    const menuLink = `http://127.0.0.1:${(other.address() as AddressInfo).port}/link`
    await admin.post('base/sysMenu/add', { terminal: 'web', type: 'menu', module: 'system', openType: 4, menuLink, title: '外部网站', path: '/report/link' })
    const { page, context } = await arrive('officer')
    const opened = async (act: () => Promise<void>) => {
      const [tab] = await Promise.all([context.waitForEvent('page'), act()])
      await tab.getByText('外部报表').waitFor()
      expect([tab.url(), await tab.evaluate('window.opener')]).toEqual([menuLink, null])
      await tab.close()
    }
    await opened(async () => {
      await search(page, '外部网站')
      await page.getByRole('option', { name: /外部网站/ }).waitFor()
      await page.keyboard.press('Enter')
    })
    await go(page, '/report/link')
    await opened(() => page.getByRole('link', { name: '打开' }).click())
    await context.close()
  })
})
