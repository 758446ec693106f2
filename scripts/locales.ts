import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { flowTexts } from '#flow/texts.ts'
import {
  allActions,
  allEntities,
  type Dictionary,
  dictionaries,
  type Field,
  type Fields,
  type MenuItem,
  type Module,
  outputFields,
  type Part,
  STATE_TEXTS,
  VALUE_TEXTS,
} from '#model'
import { DESIGNED_KINDS } from '#model/codegen.ts'
import { DOMAINS } from '#model/domains.ts'
import { BUILT_IN_ROLES, PLATFORM_ROLE } from '#model/roles.ts'
import '#model/national.ts'
import { langOf, literalsOf } from './literals.ts'

/** Checks that every text has an English translation and that no translation is orphaned. Run: `node scripts/locales.ts`. */
const root = join(import.meta.dirname, '..')
const HAN = /[\u3400-\u9fff]/
/** Texts of punctuation only may be translated but need not be. */
const CHINESE = /[\u3400-\u9fff\u3001-\u301f\uff00-\uffef]/
/** Files whose texts are not shown by the product: tests, demo data, seeds. */
const NOT_TEXTS = /(\.test\.tsx?|\/(demo|seed|fixture|testing)[^/]*(\.ts|\/.*))$/

export interface Report {
  /** `kernel`, a module's code, or `{module}/{part}`. */
  scope: string
  missing: string[]
  stale: string[]
  /** Untranslated Chinese between JSX tags. */
  raw: string[]
}
/** A report for the kernel and one per declared module and part. */
export async function checkLocales(): Promise<Report[]> {
  const modules = await loadModules()
  const declared = declaredTexts(modules)
  const scopes = ['kernel', ...modules.flatMap(m => [m.code, ...m.parts.map(part => scopeOf(m, part))])]
  const known = new Map(scopes.map(scope => [scope, translations(scope)]))
  return scopes.map(scope => {
    const found = sourceTexts(scope)
    const needed = new Set([...found.texts, ...(declared.get(scope) ?? [])])
    const own = known.get(scope) ?? {}
    // Texts shared with the kernel or another module are translated once.
    const has = (text: string) => Object.hasOwn(own, text) || [...known.values()].some(texts => Object.hasOwn(texts, text))
    return {
      scope,
      missing: [...needed].filter(text => HAN.test(text) && !has(text)).sort(),
      stale: Object.keys(own)
        .filter(text => !needed.has(text))
        .sort(),
      raw: found.raw,
    }
  })
}
const scopeOf = (module: Module, part: Part): string => `${module.code}/${part.code}`
const localeFile = (scope: string): string => join(root, scope === 'kernel' ? 'kernel' : `modules/${scope}`, 'locales/en.json')
const translations = (scope: string): Record<string, string> =>
  existsSync(localeFile(scope)) ? (JSON.parse(readFileSync(localeFile(scope), 'utf8')) as Record<string, string>) : {}

async function loadModules(): Promise<Module[]> {
  const loaded = await Promise.all(
    globSync('modules/*/module.ts', { cwd: root })
      .sort()
      .map(async file => (await import(pathToFileURL(join(root, file)).href)) as { default?: Module }),
  )
  return loaded.flatMap(file => file.default ?? [])
}

/** Chinese string literals of a scope, without comments and lines marked `// verbatim`. */
function sourceTexts(scope: string): { texts: Set<string>; raw: string[] } {
  const folder = scope === 'kernel' ? 'kernel' : `modules/${scope}`
  // the rest of the kernel's model is mostly national code sets; what it declares is covered by declaredTexts
  const places = scope === 'kernel' ? ['{fields,web,server}/**/*.{ts,tsx}', 'model/{import-states,statistics,week}.ts'] : ['{model,web,server}/**/*.{ts,tsx}']
  const files = globSync(
    places.map(place => `${folder}/${place}`),
    { cwd: root },
  ).filter(file => !NOT_TEXTS.test(file))
  const texts = new Set<string>()
  const raw: string[] = []
  for (const file of files) {
    const code = readFileSync(join(root, file), 'utf8')
    const lines = code.split('\n').map(line => (VERBATIM.test(line) ? '' : line))
    for (const { text, hasPlaces, line } of literalsOf(code, langOf(file))) if (!hasPlaces && lines[line - 1] && CHINESE.test(text) && !text.startsWith('<')) texts.add(text)
    if (file.endsWith('.tsx')) for (const [, text] of markup(lines.join('\n')).matchAll(/>([^<>{}()=;]*[\u3400-\u9fff][^<>{}()=;]*)</g)) raw.push(`${file}: ${(text ?? '').trim()}`)
  }
  return { texts, raw }
}
/** Source without comments, to search for bare Chinese between tags. */
const markup = (code: string): string => code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
/** Marks a line whose texts stay as they are. */
const VERBATIM = /\/\/ verbatim\b/

/** Texts declared by models: labels, helps, choices, refusals, menus, parameters, code sets. */
function declaredTexts(modules: readonly Module[]): Map<string, Set<string>> {
  const made = new Map<string, Set<string>>()
  const add = (scope: string, ...texts: ReadonlyArray<string | undefined>) => {
    const set = made.get(scope) ?? made.set(scope, new Set()).get(scope)
    for (const text of texts) if (text && CHINESE.test(text)) set?.add(text)
  }
  add(
    'kernel',
    ...[STATE_TEXTS, VALUE_TEXTS, DESIGNED_KINDS].flatMap(texts => Object.values<string>(texts)),
    ...flowTexts(),
    ...[...BUILT_IN_ROLES, PLATFORM_ROLE].map(role => role.name),
    ...Object.values(DOMAINS).map(domain => domain.title),
  )
  const scopes = ownScopes(modules)
  for (const entity of allEntities())
    add(
      scopes.get(entity) ?? entity.module,
      entity.label,
      `${entity.label}#one`,
      `${entity.label}#many`,
      ...fieldTexts(entity.fields),
      ...Object.values(entity.options.refusals ?? {}),
    )
  for (const action of allActions())
    add(scopes.get(action) ?? action.module, action.label, ...fieldTexts(action.input), ...fieldTexts(outputFields(action.output)), ...Object.values(action.refusals))
  for (const set of dictionaries()) add(ownerOf(set, modules), set.name, ...set.items.map(item => item.value))
  for (const m of modules) {
    const ofParts = new Set<string>()
    for (const part of m.parts) {
      const texts = listedTexts(part)
      for (const text of texts) ofParts.add(text)
      add(scopeOf(m, part), ...texts)
    }
    add(m.code, m.name, ...listedTexts(m).filter(text => !ofParts.has(text)))
  }
  return made
}
/** Scope of what parts declare. */
const ownScopes = (modules: readonly Module[]): Map<unknown, string> =>
  new Map(modules.flatMap(m => m.parts.flatMap(part => [...part.entities, ...part.actions].map(declared => [declared, scopeOf(m, part)] as const))))
const listedTexts = (of: Omit<Part, 'code' | 'needs'>): string[] =>
  [
    ...menuTexts(of.menus),
    ...of.pages.map(p => p.title),
    ...Object.values(of.todoKinds),
    ...of.widgets.map(w => w.title),
    ...of.screens.flatMap(s => [s.title, ...s.measures.flatMap(one => [one.title, one.definition, ...fieldTexts(one.output)])]),
    ...of.messages.flatMap(e => [e.name, e.title, e.content, ...Object.values(e.variables)]),
    ...Object.values(of.parameters).flatMap(({ label, risky, help, effect, unit, choices }) => [label, risky, help, effect, unit, ...Object.values(choices ?? {})]),
  ].filter(text => text !== undefined)
const fieldTexts = (fields: Fields): string[] => Object.values(fields).flatMap(textsOf)
const textsOf = (field: Field): string[] => [
  field.label,
  field.options.help ?? '',
  ...Object.values(field.options.choices ?? {}),
  ...(field.options.of ? textsOf(field.options.of) : []),
  ...(field.options.fields ? fieldTexts(field.options.fields) : []),
]
const menuTexts = (items: readonly MenuItem[]): string[] =>
  items.flatMap(item => [item.title, ...(item.service?.title ? [item.service.title] : []), ...menuTexts(item.children ?? [])])
/** Module or part that declares a code set; national ones belong to the kernel. */
function ownerOf(set: Dictionary, modules: readonly Module[]): string {
  const declares = (scope: string) =>
    globSync(`modules/${scope}/model/**/*.ts`, { cwd: root }).some(file => new RegExp(`dictionary\\(\\s*'${set.code}'`).test(readFileSync(join(root, file), 'utf8')))
  return modules.flatMap(m => [m.code, ...m.parts.map(part => scopeOf(m, part))]).find(declares) ?? 'kernel'
}

if (process.argv[1] === import.meta.filename) {
  const reports = await checkLocales()
  const json = process.argv.includes('--json')
  if (json) console.log(JSON.stringify(reports, null, 1))
  else
    for (const r of reports)
      console.log(
        `${r.scope}: ${r.missing.length} missing, ${r.stale.length} stale, ${r.raw.length} untranslated in markup`,
        [...r.missing.map(t => `\n  + ${t}`), ...r.stale.map(t => `\n  - ${t}`), ...r.raw.map(t => `\n  ! ${t}`)].join(''),
      )
  if (reports.some(r => r.missing.length + r.stale.length + r.raw.length)) process.exitCode = 1
}
