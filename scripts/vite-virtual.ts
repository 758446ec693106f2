import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import type { Action, Dictionary, Module, PageRoute } from '#model'
import type { PortCall } from '#model/ports.ts'

const root = join(import.meta.dirname, '..')
const readTexts = (file: string): Record<string, string> => JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
const localeFiles = (code: string): string[] =>
  globSync(`modules/${code}/{locales,*/locales}/en.json`, { cwd: root })
    .sort()
    .map(file => join(root, file))
const everyLocaleFile = (): string[] => [join(root, 'kernel/locales/en.json'), ...localeFiles('*')]

/** English texts of kernel and modules in one table; keys are the Chinese texts. */
export function englishTexts(): Record<string, string> {
  return Object.assign({}, ...everyLocaleFile().map(readTexts)) as Record<string, string>
}
/** Keys of the texts a module translates. */
export const moduleTexts = (code: string): string[] => localeFiles(code).flatMap(file => Object.keys(readTexts(file)))
/** Traditional Chinese of every key, converted like on the server; `zh-tw.json` overrides wrong conversions. */
export async function traditionalTexts(): Promise<Record<string, string>> {
  const { toTaiwan } = await import('#server/i18n/traditional-chinese.ts')
  const texts = Object.fromEntries(Object.keys(englishTexts()).map(key => [key, toTaiwan(key)]))
  const overrides = join(root, 'kernel/locales/zh-tw.json')
  return existsSync(overrides) ? { ...texts, ...readTexts(overrides) } : texts
}
const modules = async (): Promise<Module[]> => {
  const files = globSync('modules/*/module.ts', { cwd: root }).sort()
  const loaded = await Promise.all(files.map(async file => (await import(pathToFileURL(join(root, file)).href)) as { default?: Module }))
  return loaded.flatMap(file => file.default ?? [])
}
/** Code sets of kernel and modules, read from the model instance the modules register with: this file may be bundled with a second copy. */
export async function codeSets(): Promise<Dictionary[]> {
  await modules()
  const model = (await import(pathToFileURL(join(root, 'kernel/model/index.ts')).href)) as { dictionaries(): Dictionary[] }
  return model.dictionaries()
}
/** Module code → service segment of the URL, where they differ. */
export const serviceNames = async (): Promise<Record<string, string>> => Object.fromEntries((await modules()).filter(m => m.service !== m.code).map(m => [m.code, m.service]))

/** Entity name → `service/controller` of its URL, for references across modules. */
export const entityPaths = async (): Promise<Record<string, string>> => Object.fromEntries((await modules()).flatMap(m => m.entities.map(e => [e.name, `${m.service}/${e.wire}`])))

/** What answers each port of the kernel's screens. */
export const portCalls = async (): Promise<Record<string, PortCall>> =>
  Object.fromEntries((await modules()).flatMap(m => Object.entries(m.ports).map(([port, answer]) => [port, callOf(m, answer)] satisfies [string, PortCall])))
function callOf(module: Module, answer: Action | string): PortCall {
  if (typeof answer === 'string') return { path: answer.startsWith('/') ? answer : `${module.service}/${answer}` }
  const controller = module.entities.find(e => e.name === answer.of)?.wire ?? answer.of
  return { path: `${answer.service ?? module.service}/${controller}/${answer.name}`, ...(answer.access === 'permission' ? { permission: answer.permission } : {}) }
}
/** Pages without a menu entry, of all modules. */
export const pageRoutes = async (): Promise<PageRoute[]> => (await modules()).flatMap(m => m.pages)

const ICONS = join(root, 'node_modules/lucide-react/dist/esm/icons')
/**
 * Shapes of the icons of menus. Taken as data they share no module with the icons that pages import: the chunk with all of them would else come with each page that draws one of these.
 */
export async function menuIcons(): Promise<Record<string, unknown>> {
  const load = (file: string): Promise<unknown> => import(pathToFileURL(file).href)
  const { MENU_ICONS } = (await load(join(root, 'kernel/web/shell/menu-icons.ts'))) as { MENU_ICONS: Readonly<Record<string, string>> }
  const shapeOf = async (icon: string): Promise<unknown> => ((await load(join(ICONS, `${icon}.mjs`))) as { __iconData: { node: unknown } }).__iconData.node
  return Object.fromEntries(await Promise.all(Object.entries(MENU_ICONS).map(async ([name, icon]) => [name, await shapeOf(icon)] as const)))
}

const SOURCES: Record<string, () => Promise<unknown>> = {
  'virtual:qinglan/services': serviceNames,
  'virtual:qinglan/ports': portCalls,
  'virtual:qinglan/pages': pageRoutes,
  'virtual:qinglan/entities': entityPaths,
  'virtual:qinglan/menu-icons': menuIcons,
  'virtual:qinglan/locale/en': async () => englishTexts(),
  'virtual:qinglan/locale/zh-tw': traditionalTexts,
}
/** Virtual modules of the build, generated from the declarations of all module folders. */
export function virtualModules(): Plugin {
  let pageFinder: string | undefined
  return {
    name: 'qinglan-virtual',
    configResolved({ command }) {
      pageFinder = join(root, `kernel/web/pages/${command === 'build' ? 'built' : 'unbuilt'}.ts`)
    },
    resolveId: id => (id in SOURCES ? `\0${id}` : id === 'virtual:qinglan/modules' ? pageFinder : undefined),
    async load(id) {
      const make = SOURCES[id.slice(1)]
      if (!id.startsWith('\0virtual:qinglan/') || !make) return
      for (const file of everyLocaleFile()) this.addWatchFile(file)
      return `export default ${JSON.stringify(await make())}`
    },
  }
}
