import type { PageRoute } from '#model/module.ts'
import { FileLost, importChunk } from '#web/base/chunk.ts'
import { isOtherBuild } from '#web/base/update.ts'
import { openPacks, type Packs } from '#web/i18n/packs.ts'
import { addAddresses } from '#web/values/address.ts'
import type { BuiltModule } from './built-module.ts'
import type { PageFile } from './pages.ts'

/** URLs that change with each build are passed in by `public/boot.js` instead of being compiled in, so that the program's own chunk hashes stay stable. */
const told = document.querySelector<HTMLScriptElement>('script[data-modules]')?.dataset ?? {}
const packsAt = (en = '', tw = ''): Packs => ({ en: () => json(en), 'zh-tw': () => json(tw) })
const KERNEL = packsAt(told.textsEn, told.textsTw)
const EVERYTHING = packsAt(told.allEn, told.allTw)
const known = new Map<string, Promise<{ built: BuiltModule; packs: Packs } | undefined>>()

/** Pages of all modules that no menu refers to. */
export const findRoutes = (): Promise<readonly PageRoute[]> => json(told.routes ?? '')
export const openKernel = (): Promise<void> => openPacks(KERNEL)
/** A module's page with its texts, styles and addresses; `undefined` if this build has no such page. */
export async function findPage(component: string): Promise<PageFile | undefined> {
  const [code = '', ...rest] = component.split('/')
  const found = await moduleNamed(code)
  const page = found && Object.hasOwn(found.built.pages, rest.join('/')) ? found.built.pages[rest.join('/')] : undefined
  if (!found || !page) return undefined
  addAddresses(found.built.entities)
  const [own = '', ...others] = page.files
  for (const file of others) preloaded(file)
  const program = importChunk<PageFile>(own)
  const [loaded] = await Promise.all([program, openPacks(page.isAll ? EVERYTHING : found.packs), ...(page.styles ?? []).map(styled)])
  return loaded
}
function moduleNamed(code: string): Promise<{ built: BuiltModule; packs: Packs } | undefined> {
  const coming = known.get(code) ?? described(code)
  known.set(code, coming)
  coming.catch(() => known.delete(code))
  return coming
}
async function described(code: string): Promise<{ built: BuiltModule; packs: Packs } | undefined> {
  const at = `${told.modules}/${encodeURIComponent(code)}.json`
  const built = await json<BuiltModule>(at).catch(async (error: unknown) => {
    if (error instanceof FileLost && error.isMissing && !(await isOtherBuild())) return undefined
    throw error
  })
  return built && { built, packs: packsAt(built.texts.en, built.texts['zh-tw']) }
}
async function json<T>(file: string): Promise<T> {
  const answer = await fetch(file).catch(() => undefined)
  if (!answer?.ok) throw new FileLost(file, answer?.status === 404)
  return answer.json() as Promise<T>
}
function preloaded(file: string): void {
  if (document.querySelector(`link[href="${file}"]`)) return
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href: file }))
}
async function styled(file: string): Promise<void> {
  if (document.querySelector(`link[rel=stylesheet][href="${file}"]`)) return
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', crossOrigin: '', href: file })
  const loaded = new Promise((done, fail) => {
    link.onload = done
    link.onerror = () => {
      link.remove()
      fail(new FileLost(file, false))
    }
  })
  document.head.append(link)
  await loaded
}
