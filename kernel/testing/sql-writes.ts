import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { parseAst } from 'vite'
import { foldersOf, moduleFolders, ROOT } from '#server/registry/registry.ts'

/** A write of a table in SQL. `<expression>` if the table name is computed. */
export interface SqlWrite {
  file: string
  line: number
  verb: 'insert' | 'update' | 'delete' | 'merge'
  table: string
}
interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}
const WRITE = /\b(insert\s+into|update|delete\s+from|merge\s+into|truncate)\s+(?:only\s+)?(\$\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|"?[a-z_]\w*"?)/gi
const NO_TABLES = new Set(['set', 'of', 'skip', 'nowait'])

/** All SQL writes in the strings and templates of a file. An `update` counts only with `set`, to exclude prose. */
export function writesIn(file: string, source: string): SqlWrite[] {
  const found: SqlWrite[] = []
  for (const { text, start } of textsOf(source)) {
    for (const match of text.matchAll(WRITE)) {
      const verb = (match[1] as string).toLowerCase().split(/\s/)[0] as SqlWrite['verb']
      const table = (match[2] as string).replaceAll('"', '').replace(/^\$\{(.*)\}$/s, '<$1>')
      if (NO_TABLES.has(table.toLowerCase()) || (verb === 'update' && !/\bset\b|^\W*$/i.test(text.slice(match.index + match[0].length)))) continue
      found.push({ file, line: source.slice(0, start + match.index).split('\n').length, verb, table })
    }
  }
  return found
}
/** Strings and templates with their positions; expressions inside a template are kept as source text. */
export function textsOf(source: string): Array<{ text: string; start: number }> {
  const texts: Array<{ text: string; start: number }> = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const one of node) visit(one)
    else if (isNode(node)) {
      if (node.type === 'TemplateLiteral') texts.push({ text: outer(source, node), start: node.start })
      if (node.type === 'Literal' && typeof node.value === 'string') texts.push({ text: source.slice(node.start, node.end), start: node.start })
      for (const value of Object.values(node)) if (typeof value === 'object') visit(value)
    }
  }
  visit(parseAst(source, { lang: 'ts' }))
  return texts
}
/** A template with nested templates blanked out (they are scanned separately); the length is kept, so that line numbers stay correct. */
function outer(source: string, template: Node): string {
  let text = source.slice(template.start, template.end)
  for (const { start, end } of template.expressions as Node[]) {
    const [from, to] = [start - template.start, end - template.start]
    if (text.slice(from, to).includes('`')) text = text.slice(0, from) + text.slice(from, to).replaceAll(/[^\n]/g, '_') + text.slice(to)
  }
  return text
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** Source files of the product: neither tests nor the demo school. */
export const serverFiles = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map(name => relative(ROOT, join(ROOT, folder, name)))
    .filter(name => /\/server\/.*\.ts$/.test(name) && !/\.test\.ts$|\/(testing|fixture)\.ts$|\/demo[^/]*(\/|\.ts$)/.test(name))
    .sort()
/** Tables by the owner of the migration that creates them: a module's code, or `kernel`. */
export function tablesOf(): Map<string, string> {
  const tables = new Map<string, string>()
  const homes = [
    ['kernel', 'kernel/server/migrations'],
    ...moduleFolders().flatMap(module => foldersOf(module).map(folder => [basename(module), relative(ROOT, join(folder, 'migrations'))])),
  ] as Array<[string, string]>
  for (const [owner, folder] of homes)
    for (const name of filesOf(folder))
      for (const [, table] of readFileSync(join(ROOT, folder, name), 'utf8').matchAll(/create\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?"?(\w+)"?/gi))
        tables.set(table as string, owner)
  return tables
}
function filesOf(folder: string): string[] {
  try {
    return readdirSync(join(ROOT, folder)).filter(name => name.endsWith('.sql'))
  } catch {
    return []
  }
}
