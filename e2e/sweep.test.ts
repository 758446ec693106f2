import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { beforeAll, describe, it } from 'vitest'
import type { MenuItem } from '#model'
import { BUILT_IN_ROLES } from '#model/roles.ts'
import { ROOT } from '#server/registry/registry.ts'
import { testRegistry } from '#testing/database.ts'
import { axeFaults, holds, overflow, type Person, picture, settled, type View, visitor } from './browser.ts'
import { openDemo } from './fixture.ts'
import { OLDER } from './older.ts'

/** Every page of every module is opened by a role that has it, in one of these views by rotation; pages everybody has, and all with `SWEEP=all`, in each of them. `SWEEP=older` takes
 *  away what the oldest supported browsers lack. Without `SWEEP` it is an eighth of the pages, another one with each commit; `SWEEP=pages` takes all. */
const VIEWS: Readonly<Record<string, View>> = {
  'on a PC in Chinese': {},
  'on a phone in Chinese': { isPhone: true },
  'on a tablet in Chinese': { isTablet: true },
  'on a PC in English and dark': { lang: 'en', isDark: true },
  'on a PC in Traditional Chinese': { lang: 'zh-tw' },
}
const { modules } = await testRegistry()
const demo = openDemo()

interface Declared {
  path: string
  isOpen: boolean
  isBare: boolean
  isPhone: boolean
  /** A page of everybody's own. */
  isOwn: boolean
}
const entries = (items: readonly MenuItem[], terminal?: string): Declared[] =>
  items.flatMap(item => {
    const of = item.terminal ?? terminal
    const own = item.path && item.component && !item.isPlatform ? [{ path: item.path, isOpen: false, isBare: false, isPhone: of === 'mobile', isOwn: false }] : []
    return [...own, ...entries(item.children ?? [], of)]
  })
const declared: Declared[] = [
  ...modules.flatMap(m => entries(m.menus)),
  ...modules.flatMap(m =>
    m.pages.map(({ path, access, frame }) => ({ path, isOpen: access === 'open', isBare: frame === 'bare', isPhone: false, isOwn: access === 'signedIn' && frame === 'shell' })),
  ),
  // pages of the shell itself
  ...['/401', '/nowhere'].map(path => ({ path, isOpen: false, isBare: false, isPhone: false, isOwn: true })),
]
/** Pages with a parameter show a row: journeys open them. A page may stand in several menus. */
const PAGES = [...Map.groupBy(declared, page => page.path).values()]
  .flatMap(([first, ...others]) => (first ? [{ ...first, isPhone: [first, ...others].every(page => page.isPhone), isOwn: [first, ...others].some(page => page.isOwn) }] : []))
  .filter(({ path }) => !path.includes(':'))
  .sort((a, b) => a.path.localeCompare(b.path))
/** The list of the most rows and columns is looked at in all views, too. */
const LIST = '/student/students'
/** Big screens are never opened on a phone or a tablet, pages of the phone's menu nowhere else. */
const viewsOf = ({ path, isPhone, isOwn }: Declared, at: number): string[] => {
  const fitting = Object.keys(VIEWS).filter(name => (isPhone ? VIEWS[name]?.isPhone : !((VIEWS[name]?.isPhone || VIEWS[name]?.isTablet) && path.startsWith('/datascreen'))))
  return isOwn || path === LIST || process.env.SWEEP === 'all' ? fitting : [fitting[at % fitting.length] ?? '']
}

const SHARES = 8
/** By the commit, so that a failure can be repeated; a copy without history takes the first. */
const TURN = Number.parseInt(commit().slice(-1), 16) % SHARES
function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return '0'
  }
}
const isTurn = (at: number): boolean => process.env.SWEEP !== undefined || at % SHARES === TURN
/** What each person's menu holds. */
const menus = new Map<string, ReadonlySet<string>>()
interface Entry {
  path: string | null
  children?: Entry[]
}
const pathsOf = (list: readonly Entry[]): string[] => list.flatMap(e => [...(e.path ? [e.path] : []), ...pathsOf(e.children ?? [])])
beforeAll(async () => {
  const codes = BUILT_IN_ROLES.map(role => role.code)
  const users = await demo.rows<{ user_name: string }>("select user_name from sys_user where realm = 'admin' and user_name = any($1)", [codes])
  for (const { user_name: code } of users) {
    const api = await demo.api(code)
    const lists = await Promise.all([0, 1].map(appType => api.get<Entry[]>(`base/sysMenu/getUserRoutes?appType=${appType}`)))
    menus.set(code, new Set(lists.flatMap(pathsOf)))
  }
  await readRows()
  // a look kept on the server would take the place of the view's
  await demo.rows('delete from user_preference', [])
})
/** Whoever has the fewest entries among those whose menu holds the page; pages of no menu belong to everybody. */
function openerOf({ path, isOwn, isOpen }: Declared, view: View): string {
  if (isOpen) return ''
  if (isOwn) return view.isPhone ? 'student' : 'fdy'
  return [...menus].filter(([, paths]) => paths.has(path)).sort((a, b) => a[1].size - b[1].size)[0]?.[0] ?? 'officer'
}

/** The views side by side, so that the server and the browser work while another waits. In each, one person after the other goes through the pages of theirs. */
describe.concurrent.each(Object.entries(VIEWS))('every page %s', (name, view) => {
  it('opens without a fault, is accessible, fits the screen and is in one language', { timeout: 2_400_000 }, async ({ expect }) => {
    const found: string[] = []
    const seen = PAGES.filter((of, at) => isTurn(at) && viewsOf(of, at).includes(name))
    for (const [who, pages] of Map.groupBy(seen, of => openerOf(of, view))) found.push(...(await faultsOf(who, pages, view)))
    expect(found).toEqual([])
  })
})
/** What is wrong with the pages that a person opens one after the other; nobody is somebody who has not signed in. */
async function faultsOf(who: string, pages: readonly Declared[], view: View): Promise<string[]> {
  const opened = async () => watched(await (who ? demo.person(who, view) : stranger(view)))
  let { page, context, faults } = await opened()
  const found: string[] = []
  for (const of of pages) {
    faults.length = 0
    const seen = await inTime(visit(page, of, view).catch(async (error: Error) => [`does not settle: ${error.message.split('\n')[0]}; ${await shownBy(page)}`]))
    if (seen) await picture(page, `sweep-${view.lang ?? 'zh-cn'}${view.isPhone ? '-phone' : view.isTablet ? '-tablet' : ''}${of.path.replaceAll('/', '-')}`)
    found.push(...[...faults, ...(seen ?? ['hangs'])].map(fault => `${of.path} (${who || 'anybody'}): ${fault}`))
    if (seen) continue
    // what hangs takes the pages after it along
    await context.close()
    ;({ page, context, faults } = await opened())
  }
  await context.close()
  return found
}
/** What stands on a page that does not come, so that its failure on another machine can be understood. */
const shownBy = (page: Page): Promise<string> =>
  page
    .evaluate<string>(
      `location.pathname + ' shows ' + JSON.stringify([...document.querySelectorAll('#content > main')].map(main => [main.checkVisibility(), main.dataset.left, main.innerText.slice(0, 80)])) + ' in ' + document.body.innerText.length`,
    )
    .catch(String)
/** A page that takes longer hangs; how long the others take is the machine's. */
const MOST_MS = 150_000
/** Undefined for a page that hangs: what is asked of a page whose script does not end is never answered. */
async function inTime<T>(visited: Promise<T>): Promise<T | undefined> {
  const late = new AbortController()
  try {
    return await Promise.race([visited, setTimeout(MOST_MS, undefined, { signal: late.signal })])
  } finally {
    late.abort()
  }
}
/** Somebody who has not signed in and has chosen the language before. */
async function stranger(view: View): Promise<Person> {
  const person = await visitor(demo.browser, view)
  const look = { dataType: 'object', content: { globalI18n: view.lang ?? 'zh-cn', isIsDark: view.isDark ?? false }, datetime: Date.now() }
  await person.page.addInitScript(`localStorage.getItem('ql-userTheme') ?? localStorage.setItem('ql-userTheme', ${JSON.stringify(JSON.stringify(look))})`)
  return person
}
/** Failed calls and what the program writes to the console are faults, too. */
async function watched(person: Person): Promise<Person> {
  const { page, context, faults } = person
  if (process.env.SWEEP === 'older') await context.addInitScript(OLDER)
  page.on('response', answer => {
    // a big screen asks first whether it needs a key
    if (answer.status() >= 400 && !answer.url().includes('screen/wall/')) faults.push(`${answer.request().method()} ${new URL(answer.url()).pathname} answered ${answer.status()}`)
  })
  page.on('console', message => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) faults.push(`console: ${message.text()}`)
  })
  return person
}
/** Opens a page as a link in the program would, and says what is wrong with it. */
async function visit(page: Page, of: Declared, view: View): Promise<string[]> {
  const isInside = !of.isBare && (await page.locator('#content').count()) > 0
  if (isInside) await page.evaluate(`(${GO})(${JSON.stringify(of.path)})`)
  else await demo.go(page, of.path)
  await page
    .locator(of.isBare ? 'h1' : '#content > main:not([data-left]) h1:visible')
    .first()
    .waitFor({ state: 'attached', timeout: 100_000 })
  await settled(page)
  const wide = await overflow(page)
  const headings = await page.locator('h1:visible').count()
  const left = view.lang === 'en' ? await untranslated(page) : []
  const hasFocus = !isInside || (await holds(page, HAS_FOCUS, 5000))
  return [
    ...(await axeFaults(page)).map(fault => `axe ${fault}`),
    ...(wide > 0 ? [`${wide} px wider than the screen`] : []),
    ...(headings === 1 ? [] : [`${headings} headings of the first order`]),
    ...(hasFocus ? [] : ['the focus is lost']),
    ...left.map(text => `“${text}” is not translated`),
  ]
}
const GO = `path => {
  if (location.pathname === path) return
  document.activeElement?.blur()
  for (const main of document.querySelectorAll('#content > main')) main.checkVisibility() ? (main.dataset.left = '') : delete main.dataset.left
  history.pushState(null, '', path)
  dispatchEvent(new PopStateEvent('popstate'))
}`
const HAS_FOCUS = `document.querySelector('#content').contains(document.activeElement)`
/** Texts of the program that have an English translation. */
const TRANSLATED = new Set(
  globSync('{kernel,modules/*,modules/*/*}/locales/en.json', { cwd: ROOT }).flatMap(file =>
    Object.entries(JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as Record<string, string>).flatMap(([text, english]) => (/[㐀-鿿]/.test(english) ? [] : [text])),
  ),
)
/** Every text that is drawn or read out, but what is marked as not to be translated: surnames. */
const SHOWN = `(() => {
  const seen = new Set()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) if (node.parentElement.checkVisibility() && node.parentElement.translate) seen.add(node.textContent.trim())
  for (const name of ['aria-label', 'title', 'placeholder'])
    for (const node of document.querySelectorAll('[' + name + ']')) if (node.checkVisibility()) seen.add(node.getAttribute(name).trim())
  return [...seen]
})()`
/** Texts that have a translation and stand on the page in Chinese. What people entered has none. */
async function untranslated(page: Page): Promise<string[]> {
  const texts = await page.evaluate<string[]>(SHOWN)
  return texts.filter(text => TRANSLATED.has(text) && !rows.has(text))
}
/** What stands in the database, entered or seeded: names of rows may be texts of the program, too. Titles of menus and codes are translated. */
const rows = new Set<string>(['青蓝', '智慧校园综合服务平台', '简体中文', '繁體中文'])
async function readRows(): Promise<void> {
  const columns = await demo.rows<{ table: string; column: string }>(
    `select table_name as "table", column_name as "column" from information_schema.columns where table_schema = 'public' and data_type in ('text', 'character varying')
      and column_name ~ '(^|_)(name|title|category|label|level|reason|comment|unit|edition)$' and table_name !~ '^(menu|dictionary)'`,
    [],
  )
  for (const { table, column } of columns)
    for (const { text } of await demo.rows<{ text: string }>(`select distinct "${column}" as text from "${table}" where "${column}" ~ '[一-鿿]' limit 2000`, [])) rows.add(text)
}
