import type { Browser, BrowserContext, Page } from 'playwright-core'
import { type BareSite, serveBare } from './bare/server.ts'
import type { Bench } from './bench.ts'
import { inBrowser, middle, signedIn } from './browser.ts'
import type { Line } from './results.ts'
import { ACCOUNTS } from './school.ts'

const LIST = '/student/students'
const STUDENT = 'bench-s1'
const RUNS = 5
const MOST_ROWS = 200
const ROWS = 'main tbody tr'
const SLOW_PHONE = { viewport: { width: 360, height: 780 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 }
const SLOW_NETWORK = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 }
const SLOW_PROCESSOR = 4

/** The list beside the same cells in a bare page, and a student's phone on a slow network. */
export const web = ({ ours, say }: Bench): Promise<Line[]> =>
  inBrowser(async browser => {
    const address = `http://127.0.0.1:${ours.port}`
    const context = await signedIn(browser, address, ACCOUNTS.custom)
    const list = await context.newPage()
    await list.goto(`${address}${LIST}?size=${MOST_ROWS}`)
    await list
      .locator(ROWS)
      .nth(MOST_ROWS - 1)
      .waitFor({ state: 'attached' })
    const site = await serveBare(await list.evaluate<string[][]>(WORDS))
    try {
      const usable = await pairs(
        () => ourVisit(browser, context, address),
        () => bareVisit(browser, site),
      )
      const drawn = await pairs(
        () => ourRows(context, address),
        () => bareRows(browser, site),
      )
      await context.close()
      const phone = await phoneHome(browser, address)
      say(`usable ${text(usable)}; ${MOST_ROWS} rows ${text(drawn)}; phone home ${phone.first.toFixed(0)}, then ${phone.later.toFixed(0)} ms`)
      return [
        against('student list usable, empty cache, middle of five', usable),
        against(`processor time in the browser to draw ${MOST_ROWS} rows, middle of five`, drawn),
        atMost('phone home usable, empty cache; 1.6 Mbit/s, 150 ms, processor slowed four times', phone.first, 4000),
        atMost('the same with the files cached', phone.later, 1500),
      ]
    } finally {
      await site.close()
    }
  })
interface Pair {
  ours: number
  bare: number
}
async function pairs(ours: () => Promise<number>, bare: () => Promise<number>): Promise<Pair> {
  const [mine, theirs]: [number[], number[]] = [[], []]
  for (let i = 0; i < RUNS; i++) {
    theirs.push(await bare())
    mine.push(await ours())
  }
  return { ours: middle(mine), bare: middle(theirs) }
}
const text = ({ ours, bare }: Pair): string => `${ours.toFixed(0)} against ${bare.toFixed(0)} ms`
const against = (work: string, { ours, bare }: Pair): Line => ({
  work,
  figure: `${ours.toFixed(0)} ms`,
  ceiling: `${bare.toFixed(0)} ms (antd's table and button in a bare page)`,
  ratio: (ours / bare).toFixed(2),
  target: '≤ 2.0',
  isMet: ours <= bare * 2,
})
const atMost = (work: string, ms: number, wanted: number): Line => ({ work, figure: `${ms.toFixed(0)} ms`, target: `≤ ${wanted} ms`, isMet: ms <= wanted })

/** In the page: the text of its table, row by row. */
const WORDS = `[...document.querySelectorAll('main tbody tr')].map(row => [...row.cells].map(cell => cell.innerText))`

async function ourVisit(browser: Browser, signed: BrowserContext, address: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, storageState: await signed.storageState() })
  const ms = await usable(await context.newPage(), address + LIST, 'tbody tr td button')
  await context.close()
  return ms
}
async function bareVisit(browser: Browser, site: BareSite): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const ms = await usable(await context.newPage(), site.address, 'tbody tr td button')
  await context.close()
  return ms
}
async function usable(page: Page, address: string, shown: string): Promise<number> {
  const began = performance.now()
  await page.goto(address, { waitUntil: 'commit' })
  await page.locator(shown).first().waitFor()
  return performance.now() - began
}
async function ourRows(context: BrowserContext, address: string): Promise<number> {
  const page = await context.newPage()
  await page.goto(address + LIST)
  await page.locator('tbody tr td button').first().waitFor()
  const ms = await busy(page, `history.pushState(null, '', '${LIST}?size=${MOST_ROWS}'); dispatchEvent(new PopStateEvent('popstate', { state: null }))`)
  await page.close()
  return ms
}
async function bareRows(browser: Browser, site: BareSite): Promise<number> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.goto(site.address)
  await page.locator('tbody tr td button').first().waitFor()
  const ms = await busy(page, `load(${MOST_ROWS})`)
  await page.close()
  return ms
}
/** Milliseconds the main thread works from this act until all rows have been painted. */
async function busy(page: Page, act: string): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const worked = async (): Promise<number> => (await session.send('Performance.getMetrics')).metrics.find(m => m.name === 'TaskDuration')?.value ?? 0
  await page.waitForTimeout(1000)
  const before = await worked()
  await page.evaluate(act)
  await page
    .locator('tbody tr')
    .nth(MOST_ROWS - 1)
    .waitFor({ state: 'attached' })
  await page.evaluate('new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))')
  return ((await worked()) - before) * 1000
}
/** A student's phone: the home page with an empty cache, then in a new tab of the same browser. */
async function phoneHome(browser: Browser, address: string): Promise<{ first: number; later: number }> {
  const signed = await signedIn(browser, address, STUDENT)
  const context = await browser.newContext({ ...SLOW_PHONE, storageState: await signed.storageState() })
  await signed.close()
  const visit = async (): Promise<number> => {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', SLOW_NETWORK)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_PROCESSOR })
    const ms = await usable(page, `${address}/index`, 'main a, main button')
    await page.waitForTimeout(3000)
    await page.close()
    return ms
  }
  const first = await visit()
  const later = [await visit(), await visit(), await visit()]
  await context.close()
  return { first, later: middle(later) }
}
