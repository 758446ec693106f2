import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type BrowserContext, chromium } from 'playwright-core'
import type { Bench } from './bench.ts'
import { chromiumHere, FLAGS, middle, sessionOf } from './browser.ts'
import type { Line } from './results.ts'
import { ACCOUNTS, SCHOOL_CODE } from './school.ts'

const PROGRAM = fileURLToPath(new URL('../node_modules/lighthouse/cli/index.js', import.meta.url))
const RUNS = 3
const REPORT_BYTES = 64 * 2 ** 20
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const
type Scores = Record<(typeof CATEGORIES)[number], number>
interface Report {
  categories: Record<keyof Scores, { score: number | null }>
  audits: Record<string, { displayValue?: string }>
}

/** Lighthouse's scores: the sign-in page on its phone (slow network, processor slowed four times), and a list of somebody signed in on its desktop. */
export const lighthouse = async ({ ours, say }: Bench): Promise<Line[]> => {
  const address = `http://127.0.0.1:${ours.port}`
  const door = await scoresOf(say, `${address}/login?tenantId=${SCHOOL_CODE}`, ['--form-factor=mobile'])
  const list = await scoresOf(say, `${address}/student/students`, ['--preset=desktop', '--disable-storage-reset'], async context => {
    const { cookies, origins } = await sessionOf(address, ACCOUNTS.custom)
    await context.addCookies(cookies)
    const page = await context.newPage()
    await page.goto(`${address}/healthz`)
    await page.evaluate(entries => {
      for (const { name, value } of entries) localStorage.setItem(name, value)
    }, origins[0]?.localStorage ?? [])
    await page.close()
  })
  return [
    atLeast('sign-in page on the phone: performance', door.performance, 0.8),
    atLeast('sign-in page on the phone: accessibility', door.accessibility, 1),
    atLeast('sign-in page on the phone: best practices', door['best-practices'], 1),
    atLeast('student list on the desktop: performance', list.performance, 0.95),
    atLeast('student list on the desktop: accessibility', list.accessibility, 1),
  ]
}
const atLeast = (what: string, score: number, wanted: number): Line => ({
  work: `${what}, middle of three`,
  figure: score.toFixed(2),
  target: `≥ ${wanted}`,
  isMet: score >= wanted,
})
/** Each run in a browser of its own: nothing is cached but what `prepare` leaves there. */
async function scoresOf(say: Bench['say'], url: string, flags: readonly string[], prepare?: (context: BrowserContext) => Promise<void>): Promise<Scores> {
  const reports: Report[] = []
  for (let i = 0; i < RUNS; i++) reports.push(await visited(url, flags, prepare))
  const of = (category: keyof Scores): number => middle(reports.map(r => r.categories[category].score ?? 0))
  const said = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift', 'speed-index']
  for (const { categories, audits } of reports) say(`${url}: ${categories.performance.score}; ${said.map(name => `${name} ${audits[name]?.displayValue}`).join(', ')}`)
  return { performance: of('performance'), accessibility: of('accessibility'), 'best-practices': of('best-practices') }
}
async function visited(url: string, flags: readonly string[], prepare?: (context: BrowserContext) => Promise<void>): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'qinglan-lighthouse-'))
  const port = await freePort()
  const context = await chromium.launchPersistentContext(folder, { executablePath: chromiumHere(), args: [...FLAGS, `--remote-debugging-port=${port}`] })
  try {
    await prepare?.(context)
    const asked = [`--port=${port}`, '--output=json', '--output-path=stdout', '--quiet', `--only-categories=${CATEGORIES.join(',')}`, ...flags]
    const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, url, ...asked], { maxBuffer: REPORT_BYTES })
    return JSON.parse(stdout) as Report
  } finally {
    await context.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
const freePort = (): Promise<number> =>
  new Promise((done, failed) => {
    const server = createServer()
    server.once('error', failed)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => (address && typeof address === 'object' ? done(address.port) : failed(new Error('no port'))))
    })
  })
