import type { CDPSession, Page } from 'playwright-core'
import type { Bench } from './bench.ts'
import { inBrowser, middle, signedIn } from './browser.ts'
import { withClient } from './database.ts'
import type { Line } from './results.ts'
import { ACCOUNTS } from './school.ts'

const ENTRIES = 300
const GROUPS = 10
const FURTHER = ['/campus/classes', '/campus/majors', '/campus/teachers', '/campus/buildings', '/campus/persons']
const OPENINGS = 200
const WARM_UP = 20
const FRAMES = 3

/** Responsiveness of the shell: a long menu, tabs, pages opened in sequence, long tables. */
export const shell = ({ ours, databases, say }: Bench): Promise<Line[]> =>
  withLongMenu(databases.school, () =>
    inBrowser(async browser => {
      const address = `http://127.0.0.1:${ours.port}`
      const starts: number[] = []
      for (let i = 0; i < 3; i++) {
        const visit = await signedIn(browser, address, ACCOUNTS.officer)
        starts.push(await startOf(await visit.newPage(), address))
        await visit.close()
      }
      const context = await signedIn(browser, address, ACCOUNTS.officer)
      const page = await context.newPage()
      await startOf(page, address)
      const chunks: number[] = []
      for (const path of FURTHER) chunks.push(await opened(page, path))
      const switches: number[] = []
      for (let i = 0; i < 10; i++) switches.push(await opened(page, FURTHER[i % 2] as string))
      const frames = await framesOf(page)
      const grown = await growth(page, await context.newCDPSession(page))
      await context.close()
      say(
        `shell: ${list(starts)} ms; new pages: ${list(chunks)} ms; tabs: ${list(switches)} ms; ${frames.wheel.toFixed(1)} frames a second by the wheel, ${frames.ours.toFixed(0)} by a script (${frames.bare.toFixed(0)} bare); heap ${grown.before} MB, then ${grown.after} MB`,
      )
      return [
        atMost(`shell usable, menu of ${ENTRIES} entries, empty cache, middle of three`, middle(starts), 2000),
        atMost('a page whose chunk is new, middle of five', middle(chunks), 500),
        atMost('to a tab that is open, middle of ten', middle(switches), 100),
        {
          work: 'scrolling a table of 200 rows, the most a page shows, by the wheel; middle of three',
          figure: `${frames.wheel.toFixed(1)} frames/s`,
          target: '60',
          isMet: frames.wheel >= 59.5,
        },
        {
          work: 'the same moved by a script in each frame; middle of three',
          figure: `${frames.ours.toFixed(0)} frames/s`,
          ceiling: `${frames.bare.toFixed(0)} frames/s (the same words in a bare page)`,
          ratio: (frames.ours / frames.bare).toFixed(2),
        },
        {
          work: `JS heap after ${OPENINGS} tabs opened and closed`,
          figure: `${grown.before} MB, then ${grown.after} MB`,
          target: 'no growth (≤ 10 %)',
          isMet: grown.after <= grown.before * 1.1,
        },
      ]
    }),
  )
const list = (numbers: readonly number[]): string => numbers.map(n => n.toFixed(0)).join(', ')
const atMost = (work: string, ms: number, wanted: number): Line => ({ work, figure: `${ms.toFixed(0)} ms`, target: `≤ ${wanted} ms`, isMet: ms <= wanted })

/** Adds menu entries visible to everybody, each a distinct page, and removes them afterwards. */
async function withLongMenu<T>(url: string, work: () => Promise<T>): Promise<T> {
  const change = (text: string, values: unknown[] = []): Promise<void> =>
    withClient(url, async client => {
      const { rows } = await client.query<{ tenant_id: string }>(text, values)
      for (const tenant of new Set(rows.map(r => r.tenant_id))) await client.query('select pg_notify($1, $2)', ['ql_cache', `${tenant}:menu`])
    })
  await change(
    `with school as (select distinct tenant_id from student),
      groups as (insert into menu (tenant_id, type, name, title, icon, sort, module) select tenant_id, 'dir', 'bench' || n, '业务' || n, 'folder', n - 100, 'campus' from school, generate_series(1, $1::int) n returning tenant_id, id, sort + 100 as g)
    insert into menu (tenant_id, parent_id, type, title, path, name, component, sort, module)
      select tenant_id, id, 'menu', '事项' || g || '-' || n, '/bench/' || g || '/' || n, 'bench' || g || '_' || n, 'campus/ClassPage', n, 'campus' from groups, generate_series(1, $2::int) n returning tenant_id`,
    [GROUPS, ENTRIES / GROUPS],
  )
  try {
    return await work()
  } finally {
    await change(`delete from menu where name like 'bench%' and type = 'menu' returning tenant_id`)
    await change(`delete from menu where name like 'bench%' returning tenant_id`)
  }
}
/** Milliseconds until the menu and the first screen are rendered. */
async function startOf(page: Page, address: string): Promise<number> {
  const began = performance.now()
  await page.goto(`${address}/index`, { waitUntil: 'commit' })
  await page.locator('nav').getByText('业务1', { exact: true }).first().waitFor()
  await page.locator('main:visible').first().waitFor()
  return performance.now() - began
}
/** In the page: milliseconds from navigation until the screen shows rows. */
const OPEN = `wanted => new Promise(done => {
  const began = performance.now()
  const shown = () => [...document.querySelectorAll('main')].find(main => main.offsetParent !== null)
  const before = shown()
  history.pushState(null, '', wanted)
  dispatchEvent(new PopStateEvent('popstate', { state: null }))
  const look = () => {
    const main = shown()
    if (main && main !== before && main.querySelector('tbody tr td')) requestAnimationFrame(() => done(performance.now() - began))
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
})`
const opened = (page: Page, path: string): Promise<number> => page.evaluate(`(${OPEN})(${JSON.stringify(path)})`)

/** In the page: frames per second while the table is scrolled repeatedly. */
const SCROLL = `new Promise(done => {
  let box = [...document.querySelectorAll('main tbody')].find(body => body.offsetParent !== null)
  while (box && !(box.scrollHeight > box.clientHeight + 1 && getComputedStyle(box).overflowY !== 'visible')) box = box.parentElement
  const of = box ?? document.documentElement
  const began = performance.now()
  let frames = 0
  const step = () => {
    frames++
    of.scrollTop += 60
    if (of.scrollTop + of.clientHeight >= of.scrollHeight - 1) of.scrollTop = 0
    const taken = performance.now() - began
    if (taken < 3000) requestAnimationFrame(step)
    else done((frames * 1000) / taken)
  }
  requestAnimationFrame(step)
})`
/** In the page: the text of its table, row by row. */
const WORDS = `[...document.querySelectorAll('main tbody')].filter(body => body.offsetParent !== null).flatMap(body => [...body.rows].map(row => [...row.cells].map(cell => cell.innerText)))`
/** In an empty page: the same text in a table without styles. */
const BARE = `rows => {
  const table = document.body.appendChild(document.createElement('table'))
  for (const row of rows) {
    const tr = table.insertRow()
    for (const cell of row) tr.insertCell().innerText = cell
  }
}`
interface Frames {
  /** Frames per second of wheel scrolling, on the compositor. */
  wheel: number
  /** Frames per second of scripted scrolling, on the main thread. */
  ours: number
  /** The same for a table with its text but without styles or script. */
  bare: number
}
async function framesOf(page: Page): Promise<Frames> {
  await opened(page, '/student/students?size=200')
  await page.locator('main:visible tbody tr').nth(150).waitFor({ state: 'attached' })
  const bare = await page.context().newPage()
  await bare.evaluate(`(${BARE})(${JSON.stringify(await page.evaluate(WORDS))})`)
  const figures: Frames[] = []
  for (let i = 0; i < FRAMES; i++) {
    await bare.bringToFront()
    const without = await bare.evaluate<number>(SCROLL)
    await page.bringToFront()
    figures.push({ bare: without, ours: await page.evaluate<number>(SCROLL), wheel: await byWheel(page) })
  }
  await bare.close()
  return { wheel: middle(figures.map(f => f.wheel)), ours: middle(figures.map(f => f.ours)), bare: middle(figures.map(f => f.bare)) }
}
/** Frames per second while the wheel turns for three seconds, from the first frame to the last. */
async function byWheel(page: Page): Promise<number> {
  await page.evaluate('for (const box of document.querySelectorAll("main .ql-grid")) box.scrollTop = 0')
  const session = await page.context().newCDPSession(page)
  const drawn: number[] = []
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value as unknown as Array<{ name: string; ts: number }>) if (event.name === 'DrawFrame') drawn.push(event.ts / 1_000_000)
  })
  await session.send('Tracing.start', { categories: 'devtools.timeline.frame,disabled-by-default-devtools.timeline.frame,devtools.timeline', transferMode: 'ReportEvents' })
  await session.send('Input.synthesizeScrollGesture', { x: 720, y: 600, yDistance: -8400, speed: 2800, gestureSourceType: 'mouse' })
  const all = new Promise(done => session.once('Tracing.tracingComplete', done))
  await session.send('Tracing.end')
  await all
  await session.detach()
  return (drawn.length - 1) / (Math.max(...drawn) - Math.min(...drawn))
}
/** JavaScript heap in MB after opening and closing a few tabs, and after many. */
async function growth(page: Page, session: CDPSession): Promise<{ before: number; after: number }> {
  const heap = async (): Promise<number> => {
    for (let i = 0; i < 2; i++) await session.send('HeapProfiler.collectGarbage')
    return Math.round((await session.send('Runtime.getHeapUsage')).usedSize / 2 ** 20)
  }
  await session.send('HeapProfiler.enable')
  await through(page, 0, WARM_UP)
  const before = await heap()
  await through(page, WARM_UP, OPENINGS)
  return { before, after: await heap() }
}
async function through(page: Page, from: number, count: number): Promise<void> {
  const perGroup = ENTRIES / GROUPS
  for (let i = from; i < from + count; i++) {
    await opened(page, `/bench/${1 + Math.floor(i / perGroup)}/${1 + (i % perGroup)}`)
    await page.locator('nav [aria-current=page] + button').first().click()
  }
}
