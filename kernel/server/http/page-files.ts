import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { MenuItem, Module } from '#model'

/** Build manifest of a module; see `kernel/web/pages/built-module.ts`. */
interface Described {
  pages: Readonly<Record<string, { files: readonly string[]; styles?: readonly string[] }>>
}
type Declared = Pick<Module, 'menus' | 'pages'>

/** URL path → `Link` header that preloads the page's files in parallel with the program, which requests them only once it knows the menu. */
export function pageLinks(folder: string, modules: readonly Declared[]): ReadonlyMap<string, string> {
  const index = join(folder, 'index.html')
  const early = existsSync(index) ? readFileSync(index, 'utf8') : ''
  const described = globSync('assets/modules-*/*.json', { cwd: folder }).map(
    file => [basename(file, '.json'), { file: `/${file}`, built: JSON.parse(readFileSync(join(folder, file), 'utf8')) as Described }] as const,
  )
  const known = new Map(described)
  return new Map(
    modules.flatMap(screensOf).flatMap(([path, component]) => {
      const [code = '', ...rest] = component.split('/')
      const module = known.get(code)
      const page = module?.built.pages[rest.join('/')]
      if (!module || !page) return []
      const files = [...page.files, ...(page.styles ?? [])].filter(file => !early.includes(file))
      return [[path, [module.file, ...files].map(linkTo).join(', ')]]
    }),
  )
}
const linkTo = (file: string): string => {
  const kind = file.endsWith('.js') ? 'modulepreload' : `preload; as=${file.endsWith('.css') ? 'style' : 'fetch'}`
  return `<${file}>; rel=${kind}; crossorigin`
}
const screensOf = ({ menus, pages }: Declared): Array<[string, string]> => [
  ...menus.flatMap(entriesOf),
  ...pages.flatMap(page => (page.access === 'signedIn' && page.component ? [[page.path, page.component] as [string, string]] : [])),
]
const entriesOf = (item: MenuItem): Array<[string, string]> => [
  ...(item.path && item.component ? [[item.path, item.component] as [string, string]] : []),
  ...(item.children ?? []).flatMap(entriesOf),
]
