import { allModules } from '#model'
import { handle } from '#server/context.ts'
import { soundsOf } from '#server/i18n/pinyin.ts'
import { translate } from '#server/i18n/translate.ts'
import { type MenuEntry, menuSpellings } from '../model/menu.ts'
import { appsOf, appTitle } from './apps.ts'
import { entriesOf, menuRows, shownTo } from './routes.ts'

const HAN = /\p{Script=Han}/u
const titlesIn = (entries: readonly MenuEntry[]): string[] => entries.flatMap(e => [e.meta.title, ...titlesIn(e.children)])
/** Pinyin of everything the search finds by name: menus, pages, and services. */
export default handle(menuSpellings, async ctx => {
  const { db, me, lang } = ctx
  const entries = entriesOf(lang, await menuRows(db, 'web'), await shownTo(db, me, 'web'))
  const pages = allModules().flatMap(module => module.pages.map(page => translate(lang, page.title)))
  const services = (await appsOf(ctx)).map(a => appTitle(ctx, a))
  const sounds = await soundsOf([...titlesIn(entries), ...pages, ...services].filter(title => HAN.test(title)))
  return [...sounds].map(([title, sound]) => ({ title, ...sound }))
})
