import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Entity, type Module, permissionKey, stateFields } from '#model'
import type { Registry } from '#server/registry/registry.ts'
import { aimed } from './action-inputs.ts'
import { type Callers, exportsInScope, fileFields, givesFilesInScope, protectedFields, revealsInScope, selectsInScope, tellsHistoryInScope } from './conformance-reads.ts'
import { hasRoundTrip, takesBackItsExport } from './conformance-sheets.ts'
import { reachEverySecond, roleListingAll, roleWithEverything } from './grants.ts'
import { upload } from './roster.ts'
import { loadSamples, sampleRow } from './samples.ts'
import { type Actor, openSchool, type School } from './school.ts'

/** Tests that hold for every declared entity, derived from its declaration; modules do not write these themselves. `extra` are module folders outside `modules/`. */
export function conformance(registry: Registry, extra: readonly string[] = []): void {
  const entities = registry.modules.flatMap(module => module.entities.filter(e => e.verbs.includes('list')).map(e => ({ module, e })))
  let school: School
  let other: School
  let everything: Actor
  let nothing: Actor
  let onlySelf: Actor
  let elsewhere: Actor
  let fileId: string
  /** Holds every permission; lists everything, but may change only own rows, or every second department, class and building. */
  let seesOwn: Actor
  let seesSecond: Actor
  /** For each row whose abilities were requested: whether `update` was denied. */
  const met: boolean[] = []

  beforeAll(async () => {
    await loadSamples(registry.modules.map(m => m.code))
    school = await openSchool(extra)
    other = await school.another()
    await roleWithEverything(school, 'every_all', 'all')
    await roleWithEverything(school, 'every_self', 'self')
    await roleWithEverything(other, 'every_all', 'all')
    await roleListingAll(school, 'list_all', 'self')
    await roleListingAll(school, 'every_second', 'custom')
    everything = await school.as({ roles: ['every_all'] })
    nothing = await school.as({})
    onlySelf = await school.as({ roles: ['every_self'] })
    fileId = (await upload<{ fileId: string }>(nothing, 'oss/oss/endpoint/put-file', Buffer.from('%PDF-1.7'), '证明.pdf')).data.fileId
    seesOwn = await school.as({ roles: ['list_all'] })
    seesSecond = await school.as({ roles: ['every_second'] })
    elsewhere = await other.as({ roles: ['every_all'] })
  })
  afterAll(() => school.close())

  const at = (m: Module, e: Entity, verb: string): string => `${m.service}/${e.wire}/${verb}`

  /** False where the customer fixed a call of that name: the module implements and tests it itself. */
  const isKernels = (m: Module, e: Entity, verb: string): boolean => !m.actions.some(a => a.name === verb && (a.of === e.name || a.of === e.wire))

  describe('every route', () => {
    it('refuses who is not signed in, and names a permission or a reason to be open', async () => {
      const doc = (await school.anonymous.get('/api/docs/openapi.json')).raw.toString()
      const { paths } = JSON.parse(doc) as { paths: Record<string, Record<string, { description: string; security: unknown[] }>> }
      expect(Object.keys(paths).length).toBeGreaterThan(20)
      for (const [path, methods] of Object.entries(paths))
        for (const [method, route] of Object.entries(methods)) {
          if (!route.security.length) continue
          const answer = method === 'get' ? await school.anonymous.get(path) : await school.anonymous.post(path, {})
          expect([path, answer.code]).toEqual([path, 401])
        }
    })
    it('refuses who has no permission with 403, never 401', async () => {
      const { paths } = JSON.parse((await school.anonymous.get('/api/docs/openapi.json')).raw.toString()) as { paths: Record<string, Record<string, { description: string }>> }
      for (const [path, methods] of Object.entries(paths))
        for (const [method, route] of Object.entries(methods)) {
          if (!route.description.startsWith('Permission: ') || route.description.endsWith('signedIn')) continue
          const answer = method === 'get' ? await nothing.get(path) : await nothing.post(path, {})
          expect([path, answer.code]).toEqual([path, 403])
        }
    })
    it('answers the same under both prefixes', async () => {
      for (const { module, e } of entities) {
        const one = await everything.get(`/api/flySource-${module.service}/${e.wire}/list`, { size: 1 })
        const two = await everything.get(`/api/${module.service}-resource/${e.wire}/list`, { size: 1 })
        expect([e.name, one.code, two.code]).toEqual([e.name, 200, 200])
        expect(two.data).toEqual(one.data)
      }
    })
  })

  describe.each(entities.map(x => [`${x.e.module}.${x.e.name}`, x] as const))('%s', (_name, { module, e }) => {
    let row: { id: string; version: number } & Record<string, unknown>
    const callers = (): Callers => ({ school, everything, onlySelf, elsewhere, fileId })
    const subject = () => ({ module, e, row })
    if (isKernels(module, e, 'getSelect')) it('selects rows in scope only', () => selectsInScope(callers(), subject()))
    if (isKernels(module, e, 'history')) it('tells the history of rows in scope only', () => tellsHistoryInScope(callers(), subject()))
    if (protectedFields(e).length && isKernels(module, e, 'reveal')) it('reveals values of rows in scope only', () => revealsInScope(callers(), subject()))
    if (e.verbs.includes('export') && isKernels(module, e, 'export')) it('exports rows in scope only, without protected values', () => exportsInScope(callers(), subject()))
    if (hasRoundTrip(e) && isKernels(module, e, 'export') && isKernels(module, e, 'import')) it('recognises a row it exported', () => takesBackItsExport(callers(), subject()))
    if (fileFields(e).length) it('gives out files of rows in scope only', () => givesFilesInScope(callers(), subject()))
    beforeAll(async () => {
      row = await sampleRow(school.db, e)
    })

    it('declares a permission for each verb', () => {
      for (const verb of e.verbs) expect(registry.permissions.has(permissionKey(e, verb))).toBe(true)
    })
    it('names only its own actions and verbs in the states that allow them', () => {
      const known = new Set<string>([...e.verbs, ...module.actions.filter(a => a.of === e.name).map(a => a.name)])
      expect(stateFields(e).flatMap(([, { verbs }]) => Object.keys(verbs).filter(verb => !known.has(verb)))).toEqual([])
    })
    it('lists and reads what lies in scope, in its declared shape', async () => {
      const list = await everything.get<{ result: Array<Record<string, unknown>>; page: { total: number } }>(at(module, e, 'list'), { id: row.id })
      expect(list.code).toBe(200)
      expect(list.data.result.map(r => r.id)).toContain(row.id)
      if (!isKernels(module, e, 'getOne')) return
      const one = await everything.get(at(module, e, 'getOne'), { id: row.id })
      expect(one.code).toBe(200)
      const secrets = Object.entries(e.fields)
        .filter(([, f]) => f.options.secret || f.options.sensitivity === 'S2')
        .map(([n]) => n)
      for (const name of secrets) expect(Object.keys(one.data)).not.toContain(name)
    })
    it('keeps rows of another school out of every verb', async () => {
      const list = await elsewhere.get<{ result: Array<{ id: string }> }>(at(module, e, 'list'), { id: row.id })
      expect(list.data?.result ?? []).toEqual([])
      if (isKernels(module, e, 'getOne')) expect((await elsewhere.get(at(module, e, 'getOne'), { id: row.id })).code).toBe(404)
      if (e.verbs.includes('update')) expect((await elsewhere.post(at(module, e, 'update'), { id: row.id, version: row.version })).code).toBe(404)
      if (e.verbs.includes('remove')) expect((await elsewhere.post(at(module, e, 'remove'), { ids: [row.id] })).code).toBe(404)
    })
    it('keeps rows outside the data scope out of every verb', async () => {
      if (e.options.scope.everyone) return
      const list = await onlySelf.get<{ result: Array<{ id: string }> }>(at(module, e, 'list'), { id: row.id })
      expect(list.data?.result ?? []).toEqual([])
      if (isKernels(module, e, 'getOne')) expect((await onlySelf.get(at(module, e, 'getOne'), { id: row.id })).code).toBe(404)
      if (e.verbs.includes('update')) expect((await onlySelf.post(at(module, e, 'update'), { id: row.id, version: row.version })).code).toBe(404)
      if (e.verbs.includes('remove')) expect((await onlySelf.post(at(module, e, 'remove'), { ids: [row.id] })).code).toBe(404)
    })
    it('says of each row in a list what its reader may not do with it, as the verbs then answer', async () => {
      const second = await sampleRow(school.db, e).catch(() => undefined) // some entities allow a single row only
      await reachEverySecond(school, 'every_second')
      const removers: Actor[] = []
      for (const who of [everything, seesOwn, seesSecond])
        for (const { id, version } of second ? [row, second] : [row]) {
          const { data } = await who.get<{ result: Array<{ abilities?: Record<string, false> }> }>(at(module, e, 'list'), { id })
          expect(data.result).toHaveLength(1)
          const denied = Object.keys(data.result[0]?.abilities ?? {})
          if (who === everything) expect(denied).toEqual([])
          if (e.verbs.includes('update')) {
            expect([id, (await who.post(at(module, e, 'update'), { id, version: version + 7 })).code]).toEqual([id, denied.includes('update') ? 404 : 409])
            met.push(denied.includes('update'))
          }
          if (denied.includes('remove')) expect((await who.post(at(module, e, 'remove'), { ids: [id] })).code).toBe(404)
          else if (e.verbs.includes('remove') && id === second?.id) removers.push(who)
          for (const action of module.actions.filter(a => a.of === e.name && denied.includes(a.name))) {
            const { code } = await who.post(at(module, e, action.name), { ...aimed(action, () => randomUUID()).input, id })
            expect([action.name, [404, 422].includes(code)]).toEqual([action.name, true]) // 422: the input refers to other sample data, which is checked first
          }
        }
      // a permitted user removes it, then it is gone
      const remover = removers.at(-1)
      if (remover) expect((await remover.post(at(module, e, 'remove'), { ids: [second?.id] })).code).not.toBe(404)
    })
    it('refuses unknown filters, orders and columns, and filters on secrets', async () => {
      for (const bad of [{ nonsense: '1' }, { sort: 'nonsense' }, { columns: 'nonsense' }, { current: '0' }, { size: '100000' }, { 'a.b.c.d.e': '1' }])
        expect((await everything.get(at(module, e, 'list'), bad)).code).toBe(400)
      for (const [name, f] of Object.entries(e.fields)) {
        if (f.options.secret) expect([name, (await everything.get(at(module, e, 'list'), { [name]: 'x' })).code]).toEqual([name, 400])
        if (f.options.sensitivity) expect([name, (await everything.get(at(module, e, 'list'), { sort: name })).code]).toEqual([name, 400])
        if (f.options.sensitivity) expect([name, (await everything.get(at(module, e, 'list'), { [`${name}.like`]: 'x' })).code]).toEqual([name, 400])
      }
    })
    it('refuses unknown keys, wrong types and stale versions, and writes nothing', async () => {
      // what listeners made of earlier calls is none of these
      const versionOf = async () => (await everything.get<{ result: Array<{ version: number }> }>(at(module, e, 'list'), { id: row.id })).data.result[0]?.version
      const before = await versionOf()
      expect(before).toBeGreaterThan(0)
      if (e.verbs.includes('add')) {
        expect((await everything.post(at(module, e, 'add'), { tenantId: other.tenantId })).code).toBe(403)
        for (const bad of [{ nonsense: 1 }, { id: row.id }, { __proto__x: 1 }]) expect((await everything.post(at(module, e, 'add'), bad)).code).toBe(400)
        expect((await everything.post(at(module, e, 'add'), [1])).code).toBe(400)
      }
      if (e.verbs.includes('update')) {
        expect((await everything.post(at(module, e, 'update'), { id: row.id })).code).toBe(400)
        expect((await everything.post(at(module, e, 'update'), { id: row.id, version: (before ?? 0) + 7 })).code).toBe(409)
        expect((await everything.post(at(module, e, 'update'), { id: row.id, version: '1' })).code).toBe(400)
      }
      expect(await versionOf()).toBe(before)
    })
  })
  it('has met rows that could be changed and rows that could not', () => {
    expect(met.filter(Boolean).length).toBeGreaterThan(entities.length / 4)
    expect(met.filter(isDenied => !isDenied).length).toBeGreaterThan(entities.length / 4)
  })
}
