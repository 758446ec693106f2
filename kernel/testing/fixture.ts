import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { inject } from 'vitest'
import { today } from '#server/base/today.ts'
import type { Registry } from '#server/registry/registry.ts'
import type { Server, ServerOptions } from '#server/start/server.ts'
import { testRegistry, withLock } from './database.ts'
import { type Actor, actor, filesOf, openedDatabase, openSchool, renameDatabase, type School, schoolFrom } from './school.ts'
import { continueAfter, serials } from './serial.ts'

/** A school with prepared rows. They are built once per run; every call copies their database and files. */
export interface Fixture<S extends School> {
  (options?: Partial<ServerOptions>): Promise<S>
  /** Builds the rows unless this run already has them. */
  template(registry: Registry): Promise<Template>
  /** Adds the functions tests call to a school with these rows. */
  complete(school: School, made: object): S
}
interface Template {
  name: string
  /** What the builders returned, with users in place of their signed-in selves. */
  made: object
  serials: Record<string, number>
}
/** The base of all fixtures: a school as provisioning leaves it. */
export const provisioned: Fixture<School> = Object.assign((options?: Partial<ServerOptions>) => openSchool([], options), {
  template: async (registry: Registry) => ({ name: await openedDatabase(registry), made: {}, serials: {} }),
  complete: (school: School) => school,
})
/**
 * A fixture on top of another one. `build` adds rows through the product and returns what tests need of them: texts, numbers and signed-in users, nested as they like.
 * `complete` adds functions; it runs for each copy, and is the place for whatever must happen in the test's own process.
 */
export function fixture<Base extends School, Made extends object>(name: string, base: Fixture<Base>, build: (school: Base) => Promise<Made>): Fixture<Base & Made>
export function fixture<Base extends School, Made extends object, S extends Base>(
  name: string,
  base: Fixture<Base>,
  build: (school: Base) => Promise<Made>,
  complete: (school: NoInfer<Base & Made>) => S,
): Fixture<S>
export function fixture<Base extends School, Made extends object>(
  name: string,
  base: Fixture<Base>,
  build: (school: Base) => Promise<Made>,
  complete: (school: Base & Made) => School = school => school,
): Fixture<School> {
  const made: Pick<Fixture<School>, 'template' | 'complete'> = {
    async template(registry) {
      const below = await base.template(registry)
      const file = `qinglan_f_${createHash('sha256').update([name, below.name, today()].join()).digest('hex').slice(0, 16)}`
      const list = `${filesOf(file)}.json`
      await withLock(inject('databaseUrl'), file, async () => {
        if (!existsSync(list)) writeFileSync(list, JSON.stringify({ name: file, ...(await built(file, base, below, registry, build)) } satisfies Template))
      })
      return JSON.parse(readFileSync(list, 'utf8')) as Template
    },
    complete: (school, rows) => complete({ ...base.complete(school, rows), ...(rows as Made) }),
  }
  return Object.assign(async (options: Partial<ServerOptions> = {}) => {
    const registry = options.registry ?? (await testRegistry())
    return opened(made, await made.template(registry), { ...options, registry })
  }, made)
}
/** A copy of a template, completed. */
async function opened<S extends School>({ complete }: Pick<Fixture<S>, 'complete'>, template: Template, options: Partial<ServerOptions>): Promise<S> {
  const school = await schoolFrom(template.name, options)
  continueAfter(template.serials)
  return complete(school, withActors(school.server, template.made))
}
async function built<Base extends School>(
  name: string,
  base: Fixture<Base>,
  below: Template,
  registry: Registry,
  build: (school: Base) => Promise<object>,
): Promise<Omit<Template, 'name'>> {
  const school = await opened(base, below, { registry })
  const { server } = school
  const made = await build(school).catch(async error => {
    await school.close()
    throw error
  })
  await server.settle()
  await server.close()
  await renameDatabase(server.core.url, name)
  renameSync(server.core.dataDir, filesOf(name))
  return { made: { ...below.made, ...withoutActors(made) }, serials: serials() }
}
/** Sessions are rows: a token opens them in every copy. */
function withoutActors(made: object): object {
  return JSON.parse(
    JSON.stringify(made, (key, value: unknown) => {
      if (isActor(value)) return { userId: value.userId, token: value.token }
      if (typeof value === 'function' || value instanceof Map || value instanceof Set)
        throw new Error(`a fixture cannot keep ${key}: functions belong to complete, collections into plain objects`)
      return value
    }),
  ) as object
}
const isActor = (value: unknown): value is Actor => typeof value === 'object' && value !== null && 'token' in value && 'userId' in value
const withActors = (server: Server, made: object): object =>
  JSON.parse(JSON.stringify(made), (_key, value: unknown) => (isActor(value) ? actor(server, value.userId, value.token) : value)) as object
