import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { extensionPoint } from '../base/extension-point.ts'
import { loadRegistry, ROOT } from './registry.ts'

const CACHE = join(ROOT, '.cache')
let root = ''
beforeAll(() => {
  mkdirSync(CACHE, { recursive: true })
  root = mkdtempSync(join(CACHE, 'registry-'))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

interface GeneratedModule {
  /** Fields and options of the entity. */
  fields?: string
  options?: string
  /** Of the action. */
  output?: string
  module?: string
  /** Below `server/`. */
  files?: Readonly<Record<string, string>>
  /** Of the parts, by path. */
  parts?: Readonly<Record<string, string>>
}
let count = 0
/** Starts with one generated module: its entity and action have a unique number in their names, because declarations stay registered. */
async function start({ fields = '', options = 'scope: {}', output = "output: 'none'", module = '', files = {}, parts = {} }: GeneratedModule): Promise<string> {
  const n = ++count
  const home = join(root, `${n}`, 'modules', `zz${n}`)
  const model = `import { action, entity, ref, text } from '#model'
export const thing = entity('zzN.zzThingN', '东西', { name: text('名称', { required: true }), ${fields} }, { title: 'name', ${options} })
export const turn = action('zzN.zzThingN.turn', '转动', { ${output} })
export const other = entity('elsewhere.zzOtherN', '别的', { name: text('名称', { required: true }) }, { title: 'name', scope: {} })
`
  const declared = `import { defineModule } from '#model'
import { thing, turn } from './model/thing.ts'
export default defineModule({ code: 'zzN', name: '试验', entities: [thing], actions: [turn], ${module} })
`
  const head = `import { compute, handle, on, rules } from '#server/context.ts'
import { fileReader } from '#server/files/readers.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { other, thing, turn } from '../model/thing.ts'
`
  const turned = 'export default handle(turn, async () => {})'
  const ofParts = Object.entries(parts).map(([name, text]) => [name, text.replace(/^/, name.includes('/server/') ? head.replaceAll('../model', '../../model') : '')] as const)
  const server = Object.entries({ 'turn.ts': turned, ...files }).map(([name, text]) => [`server/${name}`, head + text] as const)
  for (const [name, text] of [['module.ts', declared] as const, ['model/thing.ts', model] as const, ...ofParts, ...server]) {
    mkdirSync(dirname(join(home, name)), { recursive: true })
    writeFileSync(join(home, name), text.replaceAll(/(?<=[a-z])N\b/g, String(n)))
  }
  return loadRegistry(join(root, `${n}`)).then(
    registry => `started with ${[...registry.registrations].map(([kind, of]) => `${of.length} ${kind}`).join(', ')}`,
    error => (error as Error).message.replaceAll(home, ''),
  )
}
const file = (text: string, more: Omit<GeneratedModule, 'files'> = {}): Promise<string> => start({ ...more, files: { 'x.ts': text } })

describe('a personal value that says neither how it is protected nor why it need not be stops the start', () => {
  const LOOKS = 'looks like a personal value and has neither sensitivity nor a reason to be clear'
  it('in an entity, by its name or its format', async () => {
    expect(await start({ fields: "homeAddress: text('住址')," })).toContain(`homeAddress ${LOOKS}`)
    expect(await start({ fields: "call: text('电话', { format: 'phone' })," })).toContain(`call ${LOOKS}`)
    expect(await start({ fields: "homeAddress: text('住址', { sensitivity: 'S1', mask: 'address' }), call: text('电话', { format: 'phone', clear: 'of the office' })," })).toBe(
      'started with 1 handler',
    )
  })
  it('in an answer, however deep', async () => {
    const output = (field: string): string =>
      `output: { people: { kind: 'list', label: '人', options: { of: { kind: 'shape', label: '人', options: { fields: { phone: ${field} } } } } } }`
    expect(await start({ output: output("text('电话')") })).toContain(`people.phone ${LOOKS}`)
    expect(await start({ output: output("text('电话', { sensitivity: 'S1', mask: 'phone' })") })).toBe('started with 1 handler')
  })
})
it('a json value in an answer says why it has no shape, or stops the start', async () => {
  const output = (options: string): string => `output: { things: { kind: 'list', label: '东西', options: { of: { kind: 'json', label: '东西', options: ${options} } } } }`
  expect(await start({ output: output('{}') })).toContain('things is json, of which nothing is masked')
  expect(await start({ output: output("{ untyped: 'of any kind' }") })).toBe('started with 1 handler')
})
it('a json value in an input does so too', async () => {
  const input = (options: string): string => `input: { things: { kind: 'json', label: '东西', options: ${options} } }, output: 'none'`
  expect(await start({ output: input('{}') })).toContain('things is json, of which nothing is checked')
  expect(await start({ output: input("{ untyped: 'of any kind' }") })).toBe('started with 1 handler')
})
describe('a stored secret that does not say where it is sent stops the start', () => {
  it('in an entity', async () => {
    expect(await start({ fields: "key: text('密钥', { secret: true, encrypted: true })," })).toContain(
      'zzThing1: key is a stored secret without sentTo'.replace('1', String(count)),
    )
    expect(await start({ fields: "key: text('密钥', { secret: true, encrypted: true, sentTo: ['host'] })," })).toContain('key.sentTo names host, which is no stored field')
    expect(await start({ fields: "key: text('密钥', { sentTo: ['name'] })," })).toContain('key has sentTo, but is no stored secret')
  })
  it('among the parameters', async () => {
    const parameters = (rest: string) => start({ module: `parameters: { host: { label: '地址', initial: '' }, key: { label: '密钥', initial: null, ${rest} } },` })
    expect(await parameters('secret: true')).toContain('parameter key is a secret without sentTo')
    expect(await parameters("secret: true, sentTo: ['home']")).toContain('parameter key: sentTo names home, which is no parameter of its group')
    expect(await parameters("secret: true, sentTo: ['host']")).toBe('started with 1 handler')
  })
})
describe('a registration that would be ignored stops the start', () => {
  it('which a sound module does not', async () => {
    expect(await file('export default [rules(thing, {}), [on("message.told", "zzN.heard", async () => {})]]')).toBe('started with 1 handler, 1 rules, 1 listener')
  })
  it('because it is exported by another name than default', async () => {
    expect(await file('export const guard = rules(thing, {})')).toContain('/server/x.ts: guard (rules) is exported, but not as default')
  })
  it('because it is never exported', async () => {
    expect(await file('rules(thing, {})')).toContain('/server/x.ts: a registration (rules) is made and not exported as default')
    const helper = {
      'make.ts': 'export const make = () => rules(thing, {})',
      'x.ts': "import { make } from './make.ts'\nconst guard = make()\nexport default [on('message.told', 'zzN.a', async () => void guard)]",
    }
    expect(await start({ files: helper })).toContain('/server/x.ts: a registration (rules) is made and not exported as default')
  })
  it('unless another file exports it as default', async () => {
    expect(await start({ files: { 'a.ts': 'export const guard = rules(thing, {})', 'b.ts': "import { guard } from './a.ts'\nexport default [guard]" } })).toContain('1 rules')
  })
  it('because its action does not say what it answers', async () => {
    for (const output of ['', 'output: undefined', "output: 'nothing'"])
      expect(await start({ output })).toMatch(/\/server\/turn\.ts: action zz\d+\.zzThing\d+\.turn does not declare its output/)
  })
  it('because its kind is misspelt, or it is none at all', async () => {
    expect(await file('export default { kind: "rule", entity: thing, hooks: {} }')).toContain('/server/x.ts: its default export holds an object of the unknown kind “rule”')
    expect(await file('export default [rules(thing, {}), undefined]')).toContain('/server/x.ts: its default export holds undefined')
    expect(await file('export default async () => {}')).toContain('/server/x.ts: its default export holds function')
  })
  it('because it is there twice', async () => {
    expect(
      await start({ files: { 'a.ts': 'export const guard = rules(thing, {})\nexport default guard', 'b.ts': "import { guard } from './a.ts'\nexport default guard" } }),
    ).toMatch(/\/server\/b\.ts: a registration \(rules\) is exported twice; first by \/server\/a\.ts/)
    expect(await file('export default handle(turn, async () => {})')).toMatch(/\/server\/x\.ts: handler zz\d+\.zzThing\d+\.turn is registered twice; first by \/server\/turn\.ts/)
    expect(await file('export default [1, 2].map(n => on("message.told", "zzN.same", async () => void n))')).toMatch(/\/server\/x\.ts: listener zz\d+\.same is registered twice/)
    expect(await file('export default [1, 2].map(n => scheduledJob("zzN.same", "同", "* * * * *", async () => n))')).toMatch(
      /\/server\/x\.ts: timed zz\d+\.same is registered twice/,
    )
  })
  it('because what it is about does not exist', async () => {
    for (const made of ['rules(other, {})', 'compute(other, [], async () => {})', 'fileReader(other, async () => true)'])
      expect(await file(`export default ${made}`)).toMatch(/\/server\/x\.ts: \w+ is about zzOther\d+, which no module lists/)
    expect(await file('export default on("message.tld", "zzN.heard", async () => {})')).toMatch(/\/server\/x\.ts: listens to message\.tld, which neither/)
    expect(await file('export default on("fee.paid", "zzN.heard", async () => {})', { module: "optionalEvents: ['fee.paid']" })).toContain('1 listener')
  })
  it('but files of the demo are not loaded', async () => {
    expect(await start({ files: { 'demo.ts': 'throw new Error("loaded")', 'part/demo-more.ts': 'throw new Error("loaded")' } })).toBe('started with 1 handler')
  })
})
describe('the parts of a module', () => {
  const part = (code: string, more = ''): string => `import { definePart } from '#model'\nexport default definePart({ code: '${code}', ${more} })\n`
  const listing = (...codes: readonly string[]): string => `parts: [${codes.map(code => `{ ...(await import('./${code}/part.ts')).default }`).join(', ')}]`
  it('are loaded with their server files, those they need first and the module last', async () => {
    const order: string[] = []
    Object.assign(globalThis, { loadedInOrder: order })
    const note = (name: string): string => `import { seed } from '#server/context.ts'\nglobalThis.loadedInOrder.push('${name}')\nexport default seed('zzN.${name}', async () => {})`
    const parts = {
      'attic/part.ts': part('attic', "needs: ['cellar']"),
      'attic/server/a.ts': note('attic'),
      'cellar/part.ts': part('cellar'),
      'cellar/server/z.ts': note('cellar'),
    }
    expect(await start({ module: listing('attic', 'cellar'), parts, files: { 'a.ts': note('module') } })).toContain('3 seed')
    expect(order).toEqual(['cellar', 'attic', 'module'])
  })
  it('must be listed and have a folder, or stop the start', async () => {
    expect(await start({ parts: { 'attic/part.ts': part('attic') } })).toMatch(/attic\/part\.ts is not listed in the parts of module\.ts/)
    expect(await start({ module: "parts: [{ ...(await import('#model')).definePart({ code: 'attic' }) }]" })).toMatch(/its part attic has no attic\/part\.ts/)
  })
  it('may not need each other in a circle, nor one that does not exist', async () => {
    const parts = { 'attic/part.ts': part('attic', "needs: ['cellar']"), 'cellar/part.ts': part('cellar', "needs: ['attic']") }
    expect(await start({ module: listing('attic', 'cellar'), parts })).toMatch(/need each other in a circle: attic → cellar → attic/)
    expect(await start({ module: listing('attic'), parts: { 'attic/part.ts': part('attic', "needs: ['roof']") } })).toMatch(/attic needs roof, which does not exist/)
  })
  it('have registrations that would be ignored found as well', async () => {
    const parts = { 'attic/part.ts': part('attic'), 'attic/server/a.ts': 'handle(turn, async () => {})' }
    expect(await start({ module: listing('attic'), parts })).toMatch(/\/attic\/server\/a\.ts: a registration \(handler\) is made and not exported as default/)
  })
})
describe('a declaration that names nothing stops the start', () => {
  it('as a tie of the scope', async () => {
    for (const [tie, says] of [
      ["student: 'studentID'", 'scope.student names studentID, but'],
      ["student: 'name'", 'is no stored reference'],
      ["user: 'holderId.name'", 'is no stored reference'],
      ["student: 'holderId'", 'holds ids of zzThing'],
      ["students: 'holderId'", 'unknown tie students'],
    ] as const)
      expect(await start({ fields: "holderId: ref('zzThingN', '人')", options: `scope: { ${tie} } as never` })).toContain(says)
    expect(await start({ fields: "holderId: ref('zzThingN', '人')", options: "scope: { user: 'holderId.holderId' } as never" })).toContain('holds ids of zzThing')
  })
  it('and so does an open scope without a reason', async () => {
    for (const reason of ['true', "''", "' '"]) expect(await start({ options: `scope: { everyone: ${reason} } as never` })).toContain('open to everyone without a reason')
    expect(await start({ options: "scope: { everyone: 'names of places' }" })).toContain('started')
  })
  it('as a reference, in an entity as in an action', async () => {
    expect(await start({ fields: "to: ref('nothing', '无')" })).toMatch(/zzThing\d+\.to refers to nothing, which no module declares/)
    expect(await start({ fields: "to: ref('zzThingN', '有')" })).toContain('started')
  })
  it('as a key, an order or a field of a select item', async () => {
    for (const option of ["unique: [['nam']]", "sort: ['-nam']", "selectFields: ['nam']", "importKey: ['nam']", "tree: 'nam'"])
      expect(await start({ options: `scope: {}, ...({ ${option} } as object)` })).toMatch(/ names nam, which is no field/)
    expect(await start({ options: "scope: {}, sort: ['-createdAt', 'name']" })).toContain('started')
  })
})
describe('a permission that has another name now', () => {
  const renamed = (from: string, to: string): Promise<string> => start({ module: `renamedPermissions: { '${from}': '${to}' }` })
  it('is a permission no more, and the new name is one, or the start stops', async () => {
    expect(await renamed('zzN:zzThingN:spin', 'zzN:zzThingN:turn')).toContain('started')
    expect(await renamed('zzN:zzThingN:spin', 'zzN:zzThingN:turned')).toMatch(/renamedPermissions names zz\d+:zzThing\d+:turned, which is no permission/)
    expect(await renamed('zzN:zzThingN:list', 'zzN:zzThingN:turn')).toMatch(/renamedPermissions names zz\d+:zzThing\d+:list, which is still a permission/)
  })
})
it('what several modules declare under one name stops the start', async () => {
  const again = ['one', 'two'].map(title => `{ code: 'zzN.x', title: '${title}', component: '', size: [1, 1], least: [1, 1] }`)
  expect(await start({ module: `widgets: [${again}]` })).toMatch(/zz\d+ and zz\d+: widget zz\d+\.x is declared twice/)
  expect(await start({ module: `widgets: [${again[0]}]` })).toContain('started')
})
it('a module whose code is taken stops the start, and takes nobody’s place', async () => {
  expect(await start({ module: "code: 'zz1'" })).toContain('module zz1 is declared twice')
})
it('an extension point is declared once', () => {
  expect(() => extensionPoint('rules')).toThrow('declared twice')
})
