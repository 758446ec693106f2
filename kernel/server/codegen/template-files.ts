import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { snake } from '#model'
import type { Design } from '#model/codegen.ts'
import { quoted, upper } from './module-files.ts'

type Named = Pick<Design, 'code' | 'name' | 'entity' | 'label'>
/** Generates a module with an application of students that their counsellor decides on: declaration, rules, pages, card and tests. */
export const applicationFiles = (design: Named): Record<string, string> =>
  filesOf('application', design, { apply: [`申请${design.label}`, thing => `Apply: ${thing}`], mine: [`我的${design.label}`, thing => `My ${thing}s`] })
/** Generates a module with a task that each student answers once: rounds, answers, pages, board and tests. */
export const taskFiles = (design: Named): Record<string, string> =>
  filesOf('task', design, {
    mine: [`我的${design.label}`, thing => `My ${thing}s`],
    answer: [`填写${design.label}`, thing => `Answer: ${thing}`],
    answers: [`${design.label}答复`, thing => `Answers: ${thing}`],
    'answers#one': [`${design.label}答复#one`, thing => `Answer: ${thing}`],
    'answers#many': [`${design.label}答复#many`, thing => `Answers: ${thing}`],
    asked: [`提醒填写${design.label}`, thing => `Reminder: ${thing}`],
    lacking: [`未填写${design.label}名单`, thing => `Not answered: ${thing}`],
  })

/** Texts made of the entity's label, by the placeholder of a template, each with its English. */
type Texts = Readonly<Record<string, readonly [text: string, english: (thing: string) => string]>>
function filesOf(shape: 'application' | 'task', { code, name, entity, label }: Named, texts: Texts): Record<string, string> {
  const values: Readonly<Record<string, string>> = {
    ...{ code, entity, Entity: upper(entity), table: snake(entity), name: quoted(name), label: quoted(label) },
    ...{ plainName: name, plainLabel: label.replaceAll('|', '\\|') },
    ...Object.fromEntries(Object.entries(texts).map(([key, [text]]) => [key, quoted(text)])),
  }
  const filled = (text: string): string => text.replace(/\{\{(\w+)\}\}/g, (place, key: string) => values[key] ?? place)
  const named = (file: string): string =>
    file
      .replace(/\.txt$/, '')
      .replace('Entity', upper(entity))
      .replace(/\bentity\b/, entity)
      .replace('001', `001-${code}`)
  const folder = join(import.meta.dirname, shape)
  const files = globSync('**/*.txt', { cwd: folder }).map(file => [named(file), filled(readFileSync(join(folder, file), 'utf8'))] as const)
  const { 'locales/en.json': fixed = '{}', ...others } = Object.fromEntries(files)
  return { ...others, 'locales/en.json': `${JSON.stringify({ ...JSON.parse(fixed), ...english({ name, entity, label }, texts) }, null, 2)}\n` }
}
const words = (name: string): string => upper(name.replace(/[A-Z]/g, c => ` ${c.toLowerCase()}`))
const english = ({ name, entity, label }: Pick<Named, 'name' | 'entity' | 'label'>, texts: Texts): Record<string, string> => ({
  ...{ [name]: words(entity), [label]: words(entity), [`${label}#one`]: words(entity), [`${label}#many`]: `${words(entity)}s` },
  ...Object.fromEntries(Object.values(texts).map(([text, say]) => [text, say(words(entity))])),
})
