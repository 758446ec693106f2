import {
  type Action,
  allEntities,
  type Entity,
  type Field,
  type Fields,
  groupsOf,
  HEAD_FIELDS,
  looksPersonal,
  type Module,
  outputFields,
  type ScopeTies,
  storedFields,
} from '#model'
import { permissionsOf } from './permissions.ts'

export interface CheckOptions {
  /** All modules of the program are loaded: a name that none of them declares is a mistake. */
  isWhole: boolean
  /** Entities declared before the modules were loaded; none in a fresh process. */
  declaredBefore: ReadonlySet<Entity>
}
/** Entity whose ids each tie holds. */
const TIED: Readonly<Record<Exclude<keyof ScopeTies, 'everyone'>, string>> = {
  student: 'student',
  teacher: 'teacher',
  user: 'user',
  class: 'stuClass',
  course: 'stuClass',
  department: 'department',
  campus: 'campus',
  building: 'building',
  unit: 'employUnit',
}
/** Throws if a declaration names something that does not exist, or an entity is open to everyone without a reason. Names the module. */
export function checkDeclarations(modules: readonly Module[], { isWhole, declaredBefore }: CheckOptions): void {
  const entities = new Map(modules.flatMap(m => m.entities.map(e => [e.name, e] as const)))
  const find = (name: string): Entity | undefined => entities.get(name) ?? (isWhole ? undefined : allEntities().find(e => e.name === name))
  const permissions = permissionsOf(modules)
  const wrong: string[] = [...declaredTwice(modules)]
  for (const module of modules) {
    const say = (what: string): void => void wrong.push(`${module.code}: ${what}`)
    const checkRefs = (of: string, fields: Fields | undefined): void => {
      for (const [name, to] of refsOf(fields ?? {})) if (isWhole && !find(to)) say(`${of}.${name} refers to ${to}, which no module declares`)
    }
    for (const e of module.entities) {
      if (e.module !== module.code) say(`lists ${e.module}.${e.name}, which belongs to another module`)
      for (const problem of [...namesOf(e), ...tiesOf(e, find), ...secretsOf(e), ...unprotectedIn(e.fields)]) say(`${e.name}: ${problem}`)
      checkRefs(e.name, e.fields)
    }
    for (const problem of [...secretParametersOf(module), ...(isWhole ? renamesOf(module, permissions) : [])]) say(problem)
    for (const a of module.actions) {
      const output = hasOutput(a) ? outputFields(a.output) : {}
      for (const fields of [a.input, output]) checkRefs(`${a.of}.${a.name}`, fields)
      for (const problem of [...unprotectedIn(output), ...untypedIn(output, 'of which nothing is masked'), ...untypedIn(a.input, 'of which nothing is checked')])
        say(`${a.of}.${a.name}: ${problem}`)
    }
    for (const e of allEntities())
      if (!declaredBefore.has(e) && e.module === module.code && !module.entities.includes(e)) say(`declares ${e.name} and does not list it in module.ts`)
  }
  refuse('wrong declarations', wrong)
}
/** What several modules may not declare under the same name: the first would silently win. */
function* declaredTwice(modules: readonly Module[]): Generator<string> {
  const names = modules.flatMap(module => [
    ...module.messages.map(({ code }) => ({ module, name: `message ${code}` })),
    ...module.widgets.map(({ code }) => ({ module, name: `widget ${code}` })),
    ...module.screens.map(({ code }) => ({ module, name: `screen ${code}` })),
    ...Object.keys(module.todoKinds).map(kind => ({ module, name: `kind of to-dos ${kind}` })),
    ...groupsOf(module).flatMap(([group, parameters]) => Object.keys(parameters).map(key => ({ module, name: `parameter ${group}.${key}` }))),
    ...Object.keys(module.renamedPermissions).map(key => ({ module, name: `renamed permission ${key}` })),
  ])
  for (const [name, of] of Map.groupBy(names, one => one.name)) if (of.length > 1) yield `${of.map(one => one.module.code).join(' and ')}: ${name} is declared twice`
}
/** An old key is no permission any more, a new one is. */
function* renamesOf({ renamedPermissions }: Module, permissions: ReadonlyMap<string, unknown>): Generator<string> {
  for (const [from, to] of Object.entries(renamedPermissions)) {
    if (permissions.has(from)) yield `renamedPermissions names ${from}, which is still a permission`
    if (!permissions.has(to)) yield `renamedPermissions names ${to}, which is no permission`
  }
}
function* refsOf(fields: Fields): Generator<[string, string]> {
  for (const [name, field] of Object.entries(fields)) yield* refsIn(name, field)
}
function* refsIn(name: string, { kind, options }: Field): Generator<[string, string]> {
  if (kind === 'ref') yield [name, options.to ?? '']
  if (options.of) yield* refsIn(name, options.of)
  if (options.fields) yield* refsOf(options.fields)
}
function* namesOf(e: Entity): Generator<string> {
  const { title, tree, unique = [], importKey = [], selectFields = [], sort = [] } = e.options
  const lists = { title: [title], tree: tree ? [tree] : [], unique: unique.flat(), importKey, selectFields, sort: sort.map(name => name.replace(/^-/, '')) }
  for (const [option, names] of Object.entries(lists))
    for (const name of names)
      if (!(name in e.fields) && !(option === 'sort' && (HEAD_FIELDS as readonly string[]).includes(name))) yield `${option} names ${name}, which is no field`
}
/** Whether a name is a column: a field of the entity or one that every row has. */
const isStored = (e: Entity, name: string): boolean => (HEAD_FIELDS as readonly string[]).includes(name) || storedFields(e).some(([field]) => field === name)
/** A text that looks like a personal value must declare how it is protected, or why it need not be. */
function* unprotectedIn(fields: Fields, at = ''): Generator<string> {
  for (const [name, field] of Object.entries(fields)) yield* unprotectedAt(name, at + name, field)
}
function* unprotectedAt(name: string, at: string, field: Field): Generator<string> {
  const { options } = field
  if (looksPersonal(name, field) && !options.sensitivity && !options.secret && !options.clear)
    yield `${at} looks like a personal value and has neither sensitivity nor a reason to be clear`
  if (options.of) yield* unprotectedAt(name, at, options.of)
  if (options.fields) yield* unprotectedIn(options.fields, `${at}.`)
}
/** `json` values are neither masked nor filtered, so an output has one only with a reason. */
function* untypedIn(fields: Fields, why: string, at = ''): Generator<string> {
  for (const [name, field] of Object.entries(fields)) yield* untypedAt(at + name, field, why)
}
function* untypedAt(at: string, { kind, options }: Field, why: string): Generator<string> {
  if (kind === 'json' && !options.untyped) yield `${at} is json, ${why}: declare its shape, or say in \`untyped\` why it has none`
  if (options.of) yield* untypedAt(at, options.of, why)
  if (options.fields) yield* untypedIn(options.fields, why, `${at}.`)
}
/** Every stored secret declares where it is sent, so that it never goes to a new address. */
function* secretsOf(e: Entity): Generator<string> {
  for (const [name, { options }] of Object.entries(e.fields)) {
    const isSecret = Boolean(options.secret && options.encrypted)
    if (isSecret && !options.sentTo) yield `${name} is a stored secret without sentTo`
    if (!isSecret && options.sentTo) yield `${name} has sentTo, but is no stored secret`
    for (const address of options.sentTo ?? []) if (!isStored(e, address)) yield `${name}.sentTo names ${address}, which is no stored field`
  }
}
/** Same for parameters. */
function* secretParametersOf(module: Module): Generator<string> {
  for (const [, parameters] of groupsOf(module))
    for (const [key, { secret, sentTo }] of Object.entries(parameters)) {
      if (secret && !sentTo) yield `parameter ${key} is a secret without sentTo`
      if (!secret && sentTo) yield `parameter ${key} has sentTo, but is no secret`
      for (const address of sentTo ?? []) if (!Object.hasOwn(parameters, address)) yield `parameter ${key}: sentTo names ${address}, which is no parameter of its group`
    }
}
function* tiesOf(e: Entity, find: (name: string) => Entity | undefined): Generator<string> {
  const { everyone, ...ties } = e.options.scope
  if (everyone !== undefined && (typeof everyone !== 'string' || !everyone.trim())) yield 'scope is open to everyone without a reason'
  for (const [tie, path] of Object.entries(ties)) {
    const to = TIED[tie as keyof typeof TIED]
    if (!to) yield `scope has the unknown tie ${tie}`
    else if (typeof path !== 'string') yield `scope.${tie} names no field`
    else yield* pathOf(e, tie, path, to, find)
  }
}
/** Follows a tie's path through stored references; it must end at an id of the tie's entity. */
function* pathOf(e: Entity, tie: string, path: string, wanted: string, find: (name: string) => Entity | undefined): Generator<string> {
  const names = path.split('.')
  let at: Entity | undefined = e
  for (const [i, name] of names.entries()) {
    if (!at) return // declared by a module that is not loaded
    const isLast = i === names.length - 1
    const to: string | undefined = name === 'id' && isLast ? at.name : at.fields[name]?.kind === 'ref' ? at.fields[name].options.to : undefined
    if (!to || !isStored(at, name)) return yield `scope.${tie} names ${path}, but ${at.name}.${name} is no stored reference`
    if (isLast && to !== wanted) return yield `scope.${tie} names ${path}, which holds ids of ${to} and not of ${wanted}`
    at = find(to)
  }
}
/** The type requires it; generated or cast code may still lack it. */
export const hasOutput = ({ output }: Partial<Action>): boolean => output === 'none' || output === 'file' || (typeof output === 'object' && output !== null)
/** Throws with every problem found, each once. */
export function refuse(about: string, wrong: readonly string[]): void {
  if (wrong.length) throw new Error(`${about}:\n${[...new Set(wrong)].join('\n')}`)
}
