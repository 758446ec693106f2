import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { expect } from 'vitest'
import { ROOT } from '#server/registry/registry.ts'
import { TENANT, tokenFor } from './api.ts'

const PROGRAMS = [process.env.CHROMIUM ?? '', '/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync']
/** Cookies and storage of a browser. */
type BrowserState = Exclude<BrowserContextOptions['storageState'], string | undefined>
type Cookie = BrowserState['cookies'][number]
export interface View {
  lang?: 'zh-cn' | 'zh-tw' | 'en'
  isDark?: boolean
  isPhone?: boolean
  userAgent?: string
}

export const openBrowser = (): Promise<Browser> => {
  const executablePath = PROGRAMS.find(p => p && existsSync(p))
  if (!executablePath) throw new Error('No Chromium found; run npm test, which says what to install, or name it in CHROMIUM.')
  return chromium.launch({ executablePath, args: FLAGS })
}
/** Somebody at a browser of their own. `faults` are what the page itself reports; a journey ends with none. */
export type Person = { page: Page; context: BrowserContext; faults: string[] }

/** Somebody whom nobody knows yet, unless the browser has something of theirs. */
export async function visitor(browser: Browser, { lang = 'zh-cn', isPhone = false, userAgent }: View = {}, storageState?: BrowserState): Promise<Person> {
  const context = await browser.newContext({
    viewport: isPhone ? { width: 360, height: 740 } : { width: 1440, height: 900 },
    locale: lang,
    // what unfolds takes no click meanwhile
    reducedMotion: 'reduce',
    acceptDownloads: true,
    hasTouch: isPhone,
    ...(userAgent ? { userAgent } : {}),
    ...(storageState ? { storageState } : {}),
  })
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', error => faults.push(error.message))
  return { page, context, faults }
}
/** Fills the sign-in form and sends it. */
export async function give(page: Page, userName: string, password: string): Promise<void> {
  await page.locator('input[name="username"]').fill(userName)
  await page.locator('input[name="password"]').fill(password)
  await page.keyboard.press('Enter')
}
/** Somebody signed in, with no page open yet. The form has tests of its own: here what it is answered lies in the browser as the program keeps it. */
export async function signIn(browser: Browser, url: string, userName: string, password: string, view: View = {}): Promise<Person> {
  const { access_token, ...info } = await tokenFor(url, userName, password)
  const look = { globalI18n: view.lang ?? 'zh-cn', isIsDark: view.isDark ?? false }
  const kept = { 'ql-userTheme': look, 'qlAdmin-userInfo': info, 'qlAdmin-accessToken': access_token }
  const cookie = (name: string, value: string): Cookie => ({
    ...{ name, value: encodeURIComponent(value), domain: new URL(url).hostname, path: '/', sameSite: 'Lax' },
    ...{ expires: -1, httpOnly: false, secure: false },
  })
  return visitor(browser, view, {
    cookies: [cookie('FlySource-Auth', access_token), cookie('qlLogin', JSON.stringify({ tenantId: TENANT }))],
    origins: [{ origin: url, localStorage: Object.entries(kept).map(([name, content]) => ({ name, value: JSON.stringify(entryOf(content)) })) }],
  })
}
const entryOf = (content: unknown) => ({ dataType: typeof content, content, datetime: Date.now() })
/** What the program keeps in this browser under a key. */
export const stored = (page: Page, key: string): Promise<unknown> =>
  page.evaluate(k => (JSON.parse(localStorage.getItem(k) ?? 'null') as { content: unknown } | null)?.content, key)
/** Opens the person's own menu. */
export const openMenu = (page: Page): Promise<void> => page.getByRole('button', { name: /个人菜单$|Personal menu$/ }).click()
/** Types into the search that Ctrl K opens. */
export async function search(page: Page, typed: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /搜索菜单/ }).waitFor()
  await page.keyboard.type(typed)
}
/** Loses the session without a word, cookies kept. From beside the program: the running page would leave by itself and be in the way of where one goes next. */
export async function forgetSession(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/healthz`)
  await page.evaluate('localStorage.clear()')
}
/** Nothing is wider than the screen. */
export const overflow = (page: Page): Promise<number> => page.evaluate('document.documentElement.scrollWidth - window.innerWidth')

const RESTLESS = `document.querySelectorAll('.ql-bars').length +
  document.getAnimations().filter(one => one.timeline === document.timeline && one.playState === 'running' && one.effect.getComputedTiming().endTime !== Infinity).length`
/** Waits until what was fetched stands in place of its bars and nothing moves any more, except what never ends or follows a scroll bar. */
export const settled = (page: Page): Promise<void> => expect.poll(() => page.evaluate(RESTLESS), { timeout: 20_000 }).toBe(0)
/** What keeps people with a screen reader or a keyboard out, as axe sees it: serious and critical findings. */
export async function axeFaults(page: Page): Promise<string[]> {
  await page.evaluate(readFileSync(join(ROOT, 'node_modules/axe-core/axe.min.js'), 'utf8'))
  // a colour on its way to another is none that anybody reads
  await page.evaluate('document.getAnimations().filter(one => one instanceof CSSTransition).forEach(one => one.finish())')
  const { violations } = (await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as {
    violations: Array<{ id: string; impact: string; nodes: Array<{ html: string }> }>
  }
  return violations.filter(v => v.impact === 'serious' || v.impact === 'critical').map(v => `${v.id}: ${v.nodes.map(n => n.html).join(' ')}`)
}
/** A picture of the page where `PICTURES` names a folder; otherwise nothing. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.PICTURES
  if (!folder) return
  mkdirSync(join(ROOT, folder), { recursive: true })
  await page.screenshot({ path: join(ROOT, folder, `${name}.png`) })
}
