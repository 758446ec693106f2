import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleWithEverything } from '#testing/grants.ts'
import { routesOf } from '#testing/routes.ts'
import { type Actor, openSchool, type School, schoolIn, testSecret } from '#testing/school.ts'
import { countStatements } from '#testing/statements.ts'

let school: School
let admin: Actor
beforeAll(async () => {
  school = await openSchool()
  await roleWithEverything(school, 'everything', 'all')
  admin = await school.as({ roles: ['everything'] })
})
afterAll(() => school?.close())

/** An object with as many short keys as fit into a body. */
const manyKeys = (n: number): Record<string, number> => Object.fromEntries(Array.from({ length: n }, (_, i) => [`k${i.toString(36)}`, 1]))
const SMALL = 20_000

describe('the contract', () => {
  it('is made once and sent to those who do not have it', async () => {
    const routes = school.server.core.routes.length
    for (const path of ['/api/docs/openapi.json', '/api/docs']) {
      const first = await school.anonymous.get(path)
      const etag = first.headers.etag ?? ''
      expect([first.status, first.raw.length > 10_000, etag.length]).toEqual([200, true, 24])
      school.server.core.routes.push({ ...(school.server.core.routes[0] as (typeof school.server.core.routes)[number]), url: '/api/late' })
      const again = await school.anonymous.get(path)
      school.server.core.routes.length = routes
      expect(again.raw.equals(first.raw)).toBe(true)
      const known = await school.anonymous.get(path, {}, { 'if-none-match': etag })
      expect([known.status, known.raw.length, known.headers.etag]).toEqual([304, 0, etag])
    }
  })
})
describe('the number of a public file', () => {
  it('that nobody has costs one statement, however many schools there are', async () => {
    const { core } = school.server
    for (let n = 0; n < 3; n++) await school.another()
    const counter = await countStatements(core.url)
    const counted = await schoolIn(counter.url, '100001', { dataDir: core.dataDir, secret: testSecret(), timed: false })
    const costs: number[] = []
    for (let n = 0; n < 8; n++) {
      const before = counter.count()
      expect((await counted.anonymous.get('oss/openApi/public/link-file', { fileId: randomUUID() })).code).toBe(404)
      costs.push(counter.count() - before)
    }
    expect(Math.min(...costs)).toBe(1)
    await counted.close()
    await counter.close()
  })
})
describe('one body cannot hold the process', () => {
  it('95,000 unknown keys are refused with a short answer, by every open call that takes a body', async () => {
    const body = manyKeys(95_000)
    const open = routesOf(school).filter(r => r.open && r.method === 'POST')
    expect(open.length).toBeGreaterThan(10)
    for (const [n, { url }] of open.entries()) {
      const answer = await school.server.app.inject({ method: 'POST', url, payload: body, remoteAddress: `10.67.0.${n}` })
      expect([url, answer.statusCode < 500, answer.rawPayload.length < SMALL]).toEqual([url, true, true])
    }
  })
  it('an object with hundreds of unknown keys is one issue, which says how many are allowed', async () => {
    for (const path of ['base/campus/add', 'base/sysUser/resetOwn', 'system/role/grant']) {
      const answer = await admin.post(path, manyKeys(50_000))
      expect([path, answer.raw.length < SMALL]).toEqual([path, true])
    }
    const answer = await admin.post('base/campus/add', manyKeys(50_000))
    expect(answer).toMatchObject({ code: 400, errors: [{ rule: 'value.tooManyKeys', values: { count: 50_000 } }] })
    expect(answer.errors).toHaveLength(1)
  })
  it('checking stops at 20 issues', async () => {
    const answer = await admin.post('base/campus/add', { ...manyKeys(200), [`x${'y'.repeat(5000)}`]: 1 })
    expect([answer.code, answer.errors.length]).toEqual([400, 20])
    expect(answer.raw.length).toBeLessThan(SMALL)
    const long = await admin.post('base/campus/add', { [`x${'y'.repeat(500_000)}`]: 1 })
    expect([long.code, long.raw.length < SMALL]).toEqual([400, true])
  })
})
