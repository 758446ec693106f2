import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Action, Entity } from '#model'
import { ROOT } from '#server/registry/registry.ts'

/** What a page and the components of modules it consists of call, by the declarations they import. */
export interface PageCalls {
  page: string
  actions: ReadonlySet<Action>
  /** Entities whose records it lists. */
  listed: ReadonlySet<Entity>
}
const IMPORT = /import\s+(?!type\b)([^'"]*?)\s*from\s*['"]([^'"]+)['"]|import\s*\(\s*['"]([^'"]+)['"]/g
interface Imported {
  names: string[]
  file: string
}
const fileOf = (from: string, target: string): string | undefined => {
  const path = target.startsWith('#modules/') ? join(ROOT, 'modules', target.slice(9)) : target.startsWith('.') ? resolve(dirname(from), target) : undefined
  return path && /\.tsx?$/.test(path) && existsSync(path) ? path : undefined
}
const importsOf = (file: string): Imported[] =>
  [...readFileSync(file, 'utf8').matchAll(IMPORT)].flatMap(([, names = '', one, other]) => {
    const found = fileOf(file, (one ?? other) as string)
    return found
      ? [
          {
            names: names
              .replace(/[{}]/g, '')
              .split(',')
              .map(name => name.trim().split(/\s+as\s+/)[0] as string),
            file: found,
          },
        ]
      : []
  })
const isAction = (value: unknown): value is Action => typeof value === 'object' && value !== null && 'method' in value && 'permission' in value
const isEntity = (value: unknown): value is Entity => typeof value === 'object' && value !== null && 'verbs' in value && 'wire' in value

/** The pages of all modules. Modules must be loaded. */
export async function pageCalls(): Promise<PageCalls[]> {
  const pages: PageCalls[] = []
  for (const page of globSync('modules/*/{web,*/web}/*Page.tsx', { cwd: ROOT }).sort()) pages.push(await callsOf(page))
  return pages
}
async function callsOf(page: string): Promise<PageCalls> {
  const actions = new Set<Action>()
  const listed = new Set<Entity>()
  const seen = new Set<string>()
  const waiting = [join(ROOT, page)]
  for (let file = waiting.pop(); file; file = waiting.pop()) {
    if (seen.has(file)) continue
    seen.add(file)
    const text = readFileSync(file, 'utf8')
    const lists = /<EntityTable|<EntityTree|useEntityList/.test(text)
    for (const imported of importsOf(file)) {
      if (imported.file.includes('/web/')) waiting.push(imported.file)
      if (!imported.file.includes('/model/')) continue
      const declared = (await import(imported.file)) as Readonly<Record<string, unknown>>
      for (const name of imported.names) {
        const value = declared[name]
        if (isEntity(value) && lists) listed.add(value)
        for (const one of isAction(value) ? [value] : membersUsed(text, name, value)) if (isAction(one)) actions.add(one)
      }
    }
  }
  return { page, actions, listed }
}
/** Actions of a family (`planActions.close`) that a file names; all of them where it passes the family on. */
function membersUsed(text: string, name: string, family: unknown): unknown[] {
  if (typeof family !== 'object' || family === null) return []
  const isWhole = new RegExp(`[=({,] *${name} *[,})]`).test(text.replace(/^import.*$/gm, ''))
  return Object.entries(family).flatMap(([member, value]) => (isWhole || new RegExp(`\\b${name}\\.${member}\\b`).test(text) ? [value] : []))
}
