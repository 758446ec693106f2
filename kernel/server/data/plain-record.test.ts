import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Actor, openSchool, type School, schoolIn, testSecret } from '#testing/school.ts'
import { countStatements, type StatementCounter } from '#testing/statements.ts'

let home: School
/** The same school on a server with counted statements, and on one that only receives notifications. */
let school: School
let counter: StatementCounter
let officer: Actor
let neighbour: Actor
let campusId: string
beforeAll(async () => {
  home = await openSchool()
  const { core } = home.server
  counter = await countStatements(core.url)
  school = await schoolIn(counter.url, '100001', { dataDir: core.dataDir, secret: testSecret(), poolSize: 6, timed: false })
  officer = await school.as({ roles: ['officer'] })
  neighbour = await home.as({ roles: ['officer'] })
  campusId = (await officer.post<{ id: string }>('base/campus/add', { code: 'A', name: '南校区' })).data.id
  // sessions are read anew by each call until this process has heard of itself that it hears of ended ones
  await vi.waitFor(async () => expect((await cost(() => officer.get('base/venue/list'))).statements).toBe(1))
})
afterAll(async () => {
  await school.close()
  await counter.close()
  await home.close()
})
const draft = (code: string, more: object = {}) => ({ code, name: `教室 ${code}`, type: 'classroom', capacity: 40, campusId, ...more })
/** Statements and round trips of a call: the minimum of several runs, since background work would count too. */
async function cost(call: (n: number) => Promise<{ code: number }>): Promise<{ statements: number; trips: number }> {
  const costs: Array<{ statements: number; trips: number }> = []
  for (let n = 0; n < 8; n++) {
    const [statements, trips] = [counter.count(), counter.trips()]
    expect((await call(n)).code).toBe(200)
    costs.push({ statements: counter.count() - statements, trips: counter.trips() - trips })
  }
  return costs.reduce((least, one) => (one.statements < least.statements ? one : least))
}
const listed = async (who: Actor): Promise<string[]> => (await who.get<Array<{ label: string }>>('base/venue/getSelect')).data.map(v => v.label)

describe('a plain record', () => {
  it('is begun, written, put into the history, kept with its key, committed and told of in one trip', async () => {
    expect(await cost(n => officer.post('base/venue/add', draft(`B${n}`), { 'idempotency-key': `plain ${n}` }))).toEqual({ statements: 6, trips: 1 })
    const { data } = await officer.get<{ result: Array<{ id: string; version: number }> }>('base/venue/list', { code: 'B3' })
    const [row] = data.result
    expect(row?.version).toBe(1)
    const history = (await officer.get<Array<{ action: string }>>('base/venue/history', { id: row?.id })).data
    expect(history.map(h => h.action)).toEqual(['add'])
  })
  it('is read by one statement, alone and in a list, with the names of what it refers to', async () => {
    const { data } = await officer.post<{ id: string }>('base/venue/add', draft('R1'))
    const reads = [
      () => officer.get<Record<string, unknown>>('base/venue/getOne', { id: data.id }),
      () => officer.get<Record<string, unknown>>('base/venue/getOne', { id: data.id, columns: 'name,campusId' }),
      () => officer.get<Record<string, unknown>>('base/venue/list', { code: 'R1' }),
    ]
    for (const read of reads) expect(await cost(read)).toEqual({ statements: 1, trips: 1 })
    expect((await reads[1]?.())?.data).toMatchObject({ name: '教室 R1', campusName: '南校区' })
  })
  it('answers a repeat as the first time, and two at once with one row', async () => {
    const key = { 'idempotency-key': 'twice' }
    const answers = await Promise.all([1, 2, 3, 4].map(() => officer.post<{ id: string }>('base/venue/add', draft('T1'), key)))
    expect(new Set(answers.map(a => [a.code, a.data?.id].join()))).toEqual(new Set([`200,${answers[0]?.data.id}`]))
    expect((await officer.post<{ id: string }>('base/venue/add', draft('T1'), key)).data.id).toBe(answers[0]?.data.id)
    expect((await officer.post('base/venue/add', draft('T2'), key)).errors[0]?.rule).toBe('http.keyReused')
    expect((await officer.get<{ page: { total: number } }>('base/venue/list', { 'code.in': 'T1,T2' })).data.page.total).toBe(1)
  })
  it('is refused by what the database holds, in words that name who has the number, and leaves nothing', async () => {
    const refused = await officer.post('base/venue/add', draft('T1', { name: '另一间' }), { 'idempotency-key': 'taken' })
    expect([refused.code, refused.msg]).toEqual([422, '场地号“T1”已被“教室 T1”使用'])
    expect((await officer.post('base/venue/add', draft('T3'), { 'idempotency-key': 'taken' })).code).toBe(200) // a refused request releases its key
  })
  it('is known to other processes, which hold all of them in memory', async () => {
    expect(await listed(neighbour)).not.toContain('教室 N1')
    expect((await officer.post('base/venue/add', draft('N1'))).code).toBe(200)
    expect(await listed(officer)).toContain('教室 N1')
    await expect.poll(() => listed(neighbour)).toContain('教室 N1')
  })
})
