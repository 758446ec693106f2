import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { BuiltModule } from '../kernel/web/pages/built-module.ts'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')
const read = (file: string): string => readFileSync(join(dist, file), 'utf8')
const scripts = (): string[] => globSync('assets/*.js', { cwd: dist })
const named = (name: string): string => {
  const found = scripts().filter(file => new RegExp(`^${name}-[\\w-]{8}\\.js$`).test(basename(file)))
  if (found.length !== 1) throw new Error(`${found.length} chunks are named ${name}`)
  return found[0] as string
}
/** Static imports of a chunk. */
const imports = (file: string): string[] => [...read(file).matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([^"']+)["']/g)].map(match => match[1] as string)
const described = (): Map<string, BuiltModule> =>
  new Map(globSync('assets/modules-*/*.json', { cwd: dist }).map(file => [basename(file, '.json'), JSON.parse(read(file)) as BuiltModule]))

describe.runIf(existsSync(join(dist, 'index.html')))('the built program (npm run build)', () => {
  it('starts on libraries that import nothing of ours: a browser keeps them over releases', () => {
    expect(imports(named('vendor')).filter(file => !file.startsWith('rolldown-runtime'))).toEqual([])
  })
  it('reaches no page from what everybody loads: a changed page gives none of it a new name', () => {
    const pages = new Set([...described().values()].flatMap(module => Object.values(module.pages).map(page => basename(page.files[0] as string))))
    expect(pages.size).toBeGreaterThan(150)
    const reached = new Set([...read('index.html').matchAll(/\/assets\/([\w-]+\.js)\b/g)].map(match => match[1] as string))
    for (const file of reached) for (const [name] of read(`assets/${file}`).matchAll(/[\w-]+-[\w-]{8}\.js\b/g)) if (existsSync(join(dist, 'assets', name))) reached.add(name)
    expect(reached.size).toBeGreaterThan(20)
    expect([...reached].filter(file => pages.has(file))).toEqual([])
  })
  it('imports no chunk but through importChunk, which fetches a lost one again', () => {
    const importing = (what: RegExp): string[] => scripts().filter(file => what.test(read(file)))
    expect(importing(/\bimportChunk\(`\/assets\/[\w.-]+\.js`\)/).length).toBeGreaterThan(20)
    expect(importing(/\bimport\(\s*["'`]\.{0,2}\//)).toEqual([])
  })
  it('opens a list without what only opens later: menus, windows, lists of choices, forms', () => {
    const list = described().get('student')?.pages.StudentPage?.files ?? []
    const early = new Set([...list.map(file => basename(file)), ...['vendor', 'start', 'shell', 'records'].map(name => basename(named(name)))])
    for (const file of early) for (const imported of imports(`assets/${file}`)) early.add(imported)
    const later = ['dropdown', 'windows', 'select', 'inputs', 'forms'].map(name => basename(named(name)))
    expect([...early].filter(file => later.includes(file))).toEqual([])
  })
  it('loads no part of antd that single pages use: its form, the validator of forms, its collapse', () => {
    const parts = { '@rc-component/async-validator/es/messages.js': 'Validation error on field', 'antd/es/collapse/style/index.js': '-expand-icon' }
    const shared = ['vendor', 'start', 'shell', 'records'].map(name => read(named(name))).join('\n')
    for (const [file, text] of Object.entries(parts)) {
      expect(readFileSync(join(root, 'node_modules', file), 'utf8')).toContain(text)
      expect(shared.includes(text), file).toBe(false)
    }
  })
  it('keeps what every module says out of what everybody loads', () => {
    const shared = ['vendor', 'start', 'shell', 'records'].map(name => read(named(name))).join('\n')
    for (const [code, module] of described()) for (const page of Object.keys(module.pages)) expect(shared.includes(`${code}/${page}`), `${code}/${page}`).toBe(false)
  })
  it('describes every page of every module: its files exist, and so do its texts', () => {
    const files = globSync('modules/*/{web,*/web}/*Page.tsx', { cwd: root }).map(file => file.replace(/^modules\/(\w+)\/.*?(\w+)\.tsx$/, '$1/$2'))
    const built = described()
    expect([...built].flatMap(([code, module]) => Object.keys(module.pages).map(page => `${code}/${page}`)).sort()).toEqual(files.sort())
    const needed = [...built.values()].flatMap(module => [...Object.values(module.texts), ...Object.values(module.pages).flatMap(page => [...page.files, ...(page.styles ?? [])])])
    expect([...new Set(needed)].filter(file => !existsSync(join(dist, file)))).toEqual([])
  })
  it('has for every page the translation of what its module says', () => {
    const [, english = '', traditional = ''] = /data-texts-en="([^"]+)" data-texts-tw="([^"]+)"/.exec(read('index.html')) ?? []
    for (const [code, module] of described())
      for (const [kernel, own] of [
        [english, module.texts.en],
        [traditional, module.texts['zh-tw']],
      ] as const) {
        const known = { ...(JSON.parse(read(kernel)) as object), ...(JSON.parse(read(own)) as object) }
        const keys = globSync(`modules/${code}/{locales,*/locales}/en.json`, { cwd: root }).flatMap(file =>
          Object.keys(JSON.parse(readFileSync(join(root, file), 'utf8')) as object),
        )
        expect(keys.filter(key => !Object.hasOwn(known, key))).toEqual([])
      }
  })
  it('has for a page the items of the code sets it shows, until the school’s own have come', () => {
    const texts = JSON.parse(read(described().get('student')?.texts.en ?? '')) as Record<string, string>
    expect(texts).toMatchObject({ 女: 'Female', 汉族: 'Han' })
    expect(texts).not.toHaveProperty('阿富汗')
  })
})
