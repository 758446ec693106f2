import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import type { Dictionary } from '#model'
import { BUILT_IN_ROLES, PLATFORM_ROLE } from '#model/roles.ts'
import type { BuiltModule, PageFiles } from '../kernel/web/pages/built-module.ts'
import { keysIn, saidIn } from './vite-texts.ts'
import { codeSets, englishTexts, entityPaths, moduleTexts, pageRoutes, traditionalTexts } from './vite-virtual.ts'

const root = join(import.meta.dirname, '..')
/** Importing this marks a page that shows declarations of other modules. */
const EVERY_MODULE = join(root, 'kernel/web/i18n/every-module.ts')
const pageFiles = (): string[] => globSync('modules/*/{web,*/web}/*Page.tsx', { cwd: root }).sort()
const codeOf = (file: string): string => file.split('/')[1] as string

/** Data attributes of the index page, read by `kernel/web/pages/built.ts`. */
interface BuildSettings {
  modules: string
  routes: string
  textsEn: string
  textsTw: string
  allEn: string
  allTw: string
}
interface Context {
  getModuleInfo(id: string): { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null
  emitFile(file: { type: 'asset'; name?: string; fileName?: string; source: string }): string
  getFileName(reference: string): string
}
/** Emits a JSON file per module with its pages, texts and entity URLs, fetched with the module's first page. Kept out of the main program, so that a changed page or a new
 *  module does not invalidate what everybody has cached. */
export function modulePages(): Plugin {
  let context: Context | undefined
  return {
    name: 'qinglan-modules',
    apply: 'build',
    buildStart() {
      for (const file of pageFiles()) this.emitFile({ type: 'chunk', id: join(root, file), preserveSignature: 'allow-extension' })
    },
    generateBundle() {
      context = this
    },
    // after Vite has removed chunks that contained only styles
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        if (!context || !bundle) return html
        const told = Object.entries(await emit(context, bundle)).map(([name, file]) => ` data-${name.replace(/[A-Z]/g, c => `-${c.toLowerCase()}`)}="${file}"`)
        return html.replace('<script src="/boot.js"', `$&${told.join('')}`)
      },
    },
  }
}
async function emit(context: Context, bundle: Rolldown.OutputBundle): Promise<BuildSettings> {
  const graph = new Graph(context)
  // global search needs each module's Search.ts; everything else below modules/ belongs to the module
  const kernel = new Set([...graph.from([join(root, 'main.tsx')])].filter(file => !file.startsWith(join(root, 'modules/')) || file.endsWith('Search.ts')))
  const texts = await textsIn(context, kernel)
  const paths = await entityPaths()
  const modules = Map.groupBy(pageFiles(), codeOf)
  const sources = [...modules].map(([code, files]) => {
    const pages = files.map(file => pageOf(graph, bundle, file, kernel))
    return [code, JSON.stringify(describe(context, { code, pages, texts, paths }))] as const
  })
  const folder = `assets/modules-${createHash('sha256').update(JSON.stringify(sources)).digest('base64url').slice(0, 8)}`
  for (const [code, source] of sources) context.emitFile({ type: 'asset', fileName: `${folder}/${code}.json`, source })
  return { modules: `/${folder}`, routes: written(context, 'routes', JSON.stringify(await pageRoutes())), ...texts.told }
}
interface Texts {
  english: Readonly<Record<string, string>>
  traditional: Readonly<Record<string, string>>
  sets: readonly Dictionary[]
  /** Texts used by the kernel. */
  kernel: ReadonlySet<string>
  told: Omit<BuildSettings, 'modules' | 'routes'>
}
async function textsIn(context: Context, files: ReadonlySet<string>): Promise<Texts> {
  const [english, traditional, sets] = [englishTexts(), await traditionalTexts(), await codeSets()]
  // shown by the kernel, whichever module declares them
  const titles = [...(await pageRoutes()).map(page => page.title), ...[...BUILT_IN_ROLES, PLATFORM_ROLE].map(role => role.name)]
  const kernel = new Set([...keysIn(files, { english, sets }), ...titles.filter(title => Object.hasOwn(english, title))])
  const [textsEn, textsTw] = [pack(context, 'kernel.en', english, kernel), pack(context, 'kernel.tw', traditional, kernel)]
  const all = Object.keys(english)
  return { english, traditional, sets, kernel, told: { textsEn, textsTw, allEn: pack(context, 'all.en', english, all), allTw: pack(context, 'all.tw', traditional, all) } }
}
/** Emits the texts of these keys; returns the file's URL. */
function pack(context: Context, name: string, texts: Readonly<Record<string, string>>, keys: Iterable<string>): string {
  return written(context, name, JSON.stringify(Object.fromEntries([...keys].sort().map(key => [key, texts[key]]))))
}
const written = (context: Context, name: string, source: string): string => `/${context.getFileName(context.emitFile({ type: 'asset', name: `${name}.json`, source }))}`
interface Of {
  code: string
  pages: readonly Page[]
  texts: Texts
  paths: Readonly<Record<string, string>>
}
interface Page {
  name: string
  /** Its source files, without the kernel's. */
  sources: ReadonlySet<string>
  files: PageFiles
}
function pageOf(graph: Graph, bundle: Rolldown.OutputBundle, file: string, kernel: ReadonlySet<string>): Page {
  const chunks = Object.values(bundle).filter(part => part.type === 'chunk')
  const sources = graph.from([join(root, file)])
  const isAll = sources.has(EVERY_MODULE)
  for (const source of kernel) sources.delete(source)
  return {
    name: basename(file, '.tsx'),
    sources,
    files: { ...filesOf(join(root, file), chunks), ...(isAll ? { isAll } : {}) },
  }
}
function describe(context: Context, { code, pages, texts, paths }: Of): BuiltModule {
  const sources = new Set(pages.filter(page => !page.files.isAll).flatMap(page => [...page.sources]))
  const keys = new Set([...keysIn(sources, texts), ...moduleTexts(code)])
  const named = new Set([...sources].flatMap(namesIn))
  const hasAll = pages.some(page => page.files.isAll)
  const own = [...keys].filter(key => !texts.kernel.has(key))
  return {
    pages: Object.fromEntries(pages.map(page => [page.name, page.files])),
    entities: Object.fromEntries(Object.entries(paths).filter(([name]) => hasAll || named.has(name))),
    texts: { en: pack(context, `${code}.en`, texts.english, own), 'zh-tw': pack(context, `${code}.tw`, texts.traditional, own) },
  }
}
/** Entity names in a source: a reference is the bare name, an action key has the name in the middle. */
const namesIn = (source: string): string[] => [...saidIn(source).literals].flatMap(text => (/^\w+\.\w+\.\w+$/.test(text) ? (text.split('.')[1] as string) : text))

/** Import graph of the sources, cached from the bundler. */
class Graph {
  readonly #imports = new Map<string, readonly string[]>()
  readonly #context: Context
  constructor(context: Context) {
    this.#context = context
  }
  /** Transitive imports, dynamic ones included. */
  from(files: readonly string[]): Set<string> {
    const seen = new Set(files)
    for (const id of seen) for (const imported of this.#importedBy(id)) seen.add(imported)
    return seen
  }
  #importedBy(id: string): readonly string[] {
    const known = this.#imports.get(id)
    if (known) return known
    const info = this.#context.getModuleInfo(id)
    const made = [...(info?.importedIds ?? []), ...(info?.dynamicallyImportedIds ?? [])].filter(
      file => file.startsWith(root) && !file.includes('node_modules') && /\.tsx?$/.test(file),
    )
    this.#imports.set(id, made)
    return made
  }
}
/** A page's chunk with its transitive imports and style sheets; styles of imports come first. */
function filesOf(page: string, chunks: readonly Rolldown.OutputChunk[]): PageFiles {
  const own = chunks.find(chunk => chunk.facadeModuleId === page)
  if (!own) throw new Error(`${page} has no chunk of its own`)
  const files = new Set<string>()
  const styles = new Set<string>()
  const add = (chunk: Rolldown.OutputChunk): void => {
    if (files.has(chunk.fileName)) return
    files.add(chunk.fileName)
    for (const name of chunk.imports) {
      const imported = chunks.find(other => other.fileName === name)
      if (imported) add(imported)
    }
    for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style)
  }
  add(own)
  return { files: [...files].map(file => `/${file}`), ...(styles.size ? { styles: [...styles].map(style => `/${style}`) } : {}) }
}
