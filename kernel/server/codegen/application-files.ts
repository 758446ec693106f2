import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { snake } from '#model'
import type { Design } from '#model/codegen.ts'
import { quoted, upper } from './module-files.ts'

const TEMPLATES = join(import.meta.dirname, 'application')
/** Generates a module with an application of students that their counsellor decides on: declaration, rules, pages, card and tests. */
export function applicationFiles({ code, name, entity, label }: Pick<Design, 'code' | 'name' | 'entity' | 'label'>): Record<string, string> {
  const values: Readonly<Record<string, string>> = {
    ...{ code, entity, Entity: upper(entity), table: snake(entity), name: quoted(name), label: quoted(label) },
    ...{ plainName: name, plainLabel: label.replaceAll('|', '\\|'), apply: quoted(`申请${label}`), mine: quoted(`我的${label}`) },
  }
  const filled = (text: string): string => text.replace(/\{\{(\w+)\}\}/g, (place, key: string) => values[key] ?? place)
  const named = (file: string): string =>
    file
      .replace(/\.txt$/, '')
      .replace('Entity', upper(entity))
      .replace(/\bentity\b/, entity)
      .replace('001', `001-${code}`)
  const files = globSync('**/*.txt', { cwd: TEMPLATES }).map(file => [named(file), filled(readFileSync(join(TEMPLATES, file), 'utf8'))] as const)
  const { 'locales/en.json': texts = '{}', ...others } = Object.fromEntries(files)
  return { ...others, 'locales/en.json': `${JSON.stringify({ ...JSON.parse(texts), ...english(name, entity, label) }, null, 2)}\n` }
}
const words = (name: string): string => upper(name.replace(/[A-Z]/g, c => ` ${c.toLowerCase()}`))
const english = (name: string, entity: string, label: string): Record<string, string> => ({
  ...{ [name]: words(entity), [label]: words(entity), [`${label}#one`]: words(entity), [`${label}#many`]: `${words(entity)}s` },
  ...{ [`申请${label}`]: `Apply: ${words(entity)}`, [`我的${label}`]: `My ${words(entity)}s` },
})
