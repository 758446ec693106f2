import { createHash } from 'node:crypto'
import { renameSync } from 'node:fs'
import { today } from '#server/base/today.ts'
import type { Registry } from '#server/registry/registry.ts'
import type { Server, ServerOptions } from '#server/start/server.ts'
import { testRegistry } from './database.ts'
import { type Actor, actor, openSchool, provisionedCopy, provisionedName, type School, schoolOn } from './school.ts'
import { continueAfter, serials } from './serial.ts'
import { copyTemplate, filesOf, keepDatabase, type Template, type TemplateCopy } from './templates.ts'

/** A school with prepared rows. They are built once per run; every call copies their database and files. */
export interface Fixture<S extends School> {
  (options?: Partial<ServerOptions>): Promise<S>
  /** Name of its template today. */
  templateName(registry: Registry): string
  /** A copy of its template. */
  copy(registry: Registry): Promise<TemplateCopy>
  /** Adds the functions tests call to a school with these rows. */
  complete(school: School, made: object): S
}
/** The base of all fixtures: a school as provisioning leaves it. */
export const provisioned: Fixture<School> = Object.assign((options?: Partial<ServerOptions>) => openSchool([], options), {
  templateName: provisionedName,
  copy: provisionedCopy,
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
  const templateName = (registry: Registry): string =>
    `qinglan_f_${createHash('sha256')
      .update([name, base.templateName(registry), today()].join())
      .digest('hex')
      .slice(0, 16)}`
  const made: Pick<Fixture<School>, 'templateName' | 'copy' | 'complete'> = {
    templateName,
    copy(registry) {
      const file = templateName(registry)
      return copyTemplate(file, () => built(file, base, registry, build))
    },
    complete: (school, rows) => complete({ ...base.complete(school, rows), ...(rows as Made) }),
  }
  return Object.assign(async (options: Partial<ServerOptions> = {}) => {
    const registry = options.registry ?? (await testRegistry())
    return opened(made, await made.copy(registry), { ...options, registry })
  }, made)
}
/** A copy of a template, completed. */
async function opened<S extends School>({ complete }: Pick<Fixture<S>, 'complete'>, copy: TemplateCopy, options: Partial<ServerOptions> & { registry: Registry }): Promise<S> {
  const school = await schoolOn(copy, options)
  continueAfter(copy.serials)
  return complete(school, withActors(school.server, copy.made))
}
async function built<Base extends School>(name: string, base: Fixture<Base>, registry: Registry, build: (school: Base) => Promise<object>): Promise<Omit<Template, 'name'>> {
  const below = await base.copy(registry)
  const school = await opened(base, below, { registry })
  const { server } = school
  const made = await build(school).catch(async error => {
    await school.close()
    throw error
  })
  await server.settle()
  await server.close()
  await keepDatabase(server.core.url, name)
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
