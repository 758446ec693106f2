import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core'
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
  /** Between a phone and a PC. */
  isTablet?: boolean
  userAgent?: string
}

let launched: Promise<Browser> | undefined
/** The browser of this process, which ends with it. The test files that the process runs, one after the other, share it. */
export async function openBrowser(): Promise<Browser> {
  if (!(await launched)?.isConnected()) launched = launch()
  return launched as Promise<Browser>
}
function launch(): Promise<Browser> {
  const executablePath = PROGRAMS.find(p => p && existsSync(p))
  if (!executablePath) throw new Error('No Chromium found; run npm test, which says what to install, or name it in CHROMIUM.')
  return chromium.launch({ executablePath, args: FLAGS })
}
/** Closes whatever a test file left open. */
export const closePages = (browser: Browser): Promise<unknown> => Promise.all(browser.contexts().map(context => context.close()))
/** A user with their own browser context. `faults` are errors the page reports; a test ends with none. */
export type Person = { page: Page; context: BrowserContext; faults: string[] }

/** A context without a session, unless `state` provides one. */
export async function visitor(browser: Browser, { lang = 'zh-cn', isPhone = false, isTablet = false, userAgent }: View = {}, storageState?: BrowserState): Promise<Person> {
  const context = await browser.newContext({
    viewport: isPhone ? { width: 360, height: 740 } : isTablet ? { width: 800, height: 1024 } : { width: 1440, height: 900 },
    locale: lang,
    // animated elements cannot be clicked meanwhile
    reducedMotion: 'reduce',
    acceptDownloads: true,
    hasTouch: isPhone,
    ...(userAgent ? { userAgent } : {}),
    ...(storageState ? { storageState } : {}),
  })
  // what hangs is ended; how long the rest takes is the machine's
  context.setDefaultTimeout(60_000)
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', error => faults.push(error.message))
  return { page, context, faults }
}
/** Fills in and submits the sign-in form. */
export async function give(page: Page, userName: string, password: string): Promise<void> {
  await page.locator('input[name="username"]').fill(userName)
  await page.locator('input[name="password"]').fill(password)
  await page.keyboard.press('Enter')
}
/** A signed-in user without an open page. Writes the token response to storage as the program does; the form has its own tests. */
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
/** What the program stored in this browser under a key. */
export const stored = (page: Page, key: string): Promise<unknown> =>
  page.evaluate(k => (JSON.parse(localStorage.getItem(k) ?? 'null') as { content: unknown } | null)?.content, key)
/** Opens the user menu. */
export const openMenu = (page: Page): Promise<void> => page.getByRole('button', { name: /个人菜单$|Personal menu$/ }).click()
/** Types into the search opened by Ctrl K. */
export async function search(page: Page, typed: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /搜索菜单/ }).waitFor()
  await page.keyboard.type(typed)
}
/** Drops the session silently but keeps cookies. Done from another page: the running program would navigate away by itself. */
export async function forgetSession(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/healthz`)
  await page.evaluate('localStorage.clear()')
}
/** Where an element lies on the screen, in CSS pixels. Asked again where a page that is being drawn anew has taken it away between the wait and the question. */
export async function boxOf(place: Locator): Promise<{ left: number; right: number; top: number; bottom: number; width: number; height: number }> {
  await place.waitFor()
  const box = await place.boundingBox()
  if (!box) return boxOf(place)
  const { x, y, width, height } = box
  return { left: x, right: x + width, top: y, bottom: y + height, width, height }
}
/** Horizontal overflow in pixels. */
export const overflow = (page: Page): Promise<number> => page.evaluate('document.documentElement.scrollWidth - window.innerWidth')

const RESTLESS = `([...document.querySelectorAll('.ql-bars')].filter(bars => bars.checkVisibility()).length +
  document.getAnimations().filter(one => one.timeline === document.timeline && one.playState === 'running' && one.effect.getComputedTiming().endTime !== Infinity).length)`
/** Waits in the page for an expression to hold, in fewer trips than polling it from here; goes on where the page leads elsewhere meanwhile. False when it does not in this time. */
export async function holds(page: Page, expression: string, timeout: number): Promise<boolean> {
  const until = Date.now() + timeout
  const wait = `(async () => {
    while (!(${expression})) {
      if (Date.now() > ${until}) return false
      await new Promise(done => setTimeout(done, 50))
    }
    return true
  })()`
  return page.evaluate<boolean>(wait).catch((error: Error) => {
    if (Date.now() > until || !error.message.includes('Execution context was destroyed')) throw error
    return holds(page, expression, until - Date.now())
  })
}
/** Waits until no skeletons are in sight and no animation runs, except endless and scroll-driven ones. */
export async function settled(page: Page): Promise<void> {
  if (!(await holds(page, `${RESTLESS} === 0`, 60_000))) throw new Error('the page is still loading or moving after 60 s')
}
const AXE = readFileSync(join(ROOT, 'node_modules/axe-core/axe.min.js'), 'utf8')
/** Rules of axe whose violations are never serious: they are not even run. */
const LESSER = `Object.fromEntries(axe._audit.rules.filter(rule => rule.impact === 'minor' || rule.impact === 'moderate').map(rule => [rule.id, { enabled: false }]))`
/** Serious and critical accessibility violations found by axe, which a program that goes on from page to page keeps. Faults are looked for twice: a page that is drawn anew while
 *  axe reads it seems to have lost its labels. */
export async function axeFaults(page: Page): Promise<string[]> {
  return (await violationsOf(page)).length ? violationsOf(page) : []
}
async function violationsOf(page: Page): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE)
  // finish colour transitions: axe would judge intermediate colours
  await page.evaluate('document.getAnimations().filter(one => one instanceof CSSTransition).forEach(one => one.finish())')
  const { violations } = (await page.evaluate(`axe.run(document, { resultTypes: ["violations"], rules: ${LESSER} })`)) as {
    violations: Array<{ id: string; impact: string; nodes: Array<{ html: string }> }>
  }
  return violations.filter(v => v.impact === 'serious' || v.impact === 'critical').map(v => `${v.id}: ${v.nodes.map(n => n.html).join(' ')}`)
}
/** Screenshot, if `PICTURES` names a folder. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.PICTURES
  if (!folder) return
  mkdirSync(join(ROOT, folder), { recursive: true })
  await page.screenshot({ path: join(ROOT, folder, `${name}.png`) })
}
