import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Row } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { sql as asOwner } from '#testing/database.ts'
import { loan } from '#testing/modules/loan/model/loan.ts'
import { openSchool, type School } from '#testing/school.ts'
import type { Db } from '../context.ts'
import { PROTECT } from '../data/migrate.ts'
import { ROOT } from '../registry/registry.ts'
import { countdown, deadlines, escalation, whenDue } from './deadlines.ts'

const FOLDER = join(ROOT, 'kernel/testing/modules/loan')
const NOON = Date.parse('2026-03-02T12:00:00+08:00')
const at = (hours: number): string => new Date(NOON + hours * HOUR_MS).toISOString()
let school: School
let acted: string[] = []
beforeAll(async () => {
  school = await openSchool([FOLDER])
  await asOwner(school.server.core.url, readFileSync(join(FOLDER, 'tables.sql'), 'utf8') + PROTECT)
})
beforeEach(async () => {
  acted = []
  await school.db.query(sql`delete from loan where tenant_id = ${school.tenantId}`)
})
afterAll(() => school.close())
const lend = async (thing: string, dueAt: string, more: Partial<Row<typeof loan>> = {}): Promise<string> => (await school.db.insert(loan, { thing, dueAt, ...more })).id
const stateOf = async (id: string) => {
  const { state, told, raised } = await school.db.unscoped(loan).one(id)
  return [state, told, raised]
}
const note = (mark: string, rows: ReadonlyArray<Row<typeof loan>>): void => void acted.push(...rows.map(row => `${mark} ${row.thing} ${row.state}`))

const lapse = whenDue(loan, { when: `t.state = 'open'`, at: 'dueAt', set: { state: 'lapsed' }, act: async (_db, rows) => note('lapsed', rows) })
const remind = whenDue(loan, {
  ...{ when: `t.state = 'open' and t.reminded_at is null`, at: 'dueAt', before: 3 * HOUR_MS, untilThen: true },
  set: now => ({ remindedAt: now }),
  act: async (_db, rows) => note('reminded', rows),
})
const up = escalation(loan, {
  ...{ when: `t.state in ('open', 'late')`, at: 'dueAt', reached: 'told', marks: ['student', 'fdy', 'college'], set: { state: 'late' } },
  after: async () => ({ student: HOUR_MS, fdy: 2 * HOUR_MS, college: 4 * HOUR_MS }),
  reach: async (_db, mark, rows) => note(mark, rows),
})
const raise = escalation(loan, {
  ...{ when: `t.state in ('open', 'late')`, at: 'dueAt', reached: 'raised', marks: ['day', 'week', 'never'], lastOnly: true },
  after: async () => ({ day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS, never: null }),
  reach: async (_db, mark, rows) => note(mark, rows),
})
const breach = escalation(loan, {
  ...{ when: `t.state = 'open'`, at: { warn: 'warnAt', breach: 'dueAt' }, reached: 'told', marks: ['warn', 'breach'] },
  reach: async (_db, mark, rows) => note(mark, rows),
})

describe('a deadline', () => {
  it('moves the rows whose time has come, and what follows happens with it', async () => {
    const [due, later] = [await lend('伞', at(0)), await lend('球', at(1))]
    expect([await lapse(school.db, NOON - 1), await lapse(school.db, NOON), await lapse(school.db, NOON)]).toEqual([0, 1, 0])
    expect([await stateOf(due), await stateOf(later)]).toEqual([
      ['lapsed', null, null],
      ['open', null, null],
    ])
    expect(acted).toEqual(['lapsed 伞 lapsed'])
  })
  it('reminds once and in time, not after it', async () => {
    await lend('伞', at(0))
    await lend('球', at(-1))
    expect([await remind(school.db, NOON - 3 * HOUR_MS - 1), await remind(school.db, NOON - 2 * HOUR_MS), await remind(school.db, NOON)]).toEqual([1, 1, 0])
    await lend('书', at(-1))
    expect(await remind(school.db, NOON)).toBe(0)
  })
  it('changes nothing where what follows fails, and does it all the next time', async () => {
    const id = await lend('伞', at(0))
    const failing = whenDue(loan, {
      when: `t.state = 'open'`,
      at: 'dueAt',
      set: { state: 'lapsed' },
      act: async () => {
        throw new Error('no message')
      },
    })
    await expect(failing(school.db, NOON)).rejects.toThrow('no message')
    expect(await stateOf(id)).toEqual(['open', null, null])
    expect(await lapse(school.db, NOON)).toBe(1)
  })
  it('leaves alone what somebody holds at this moment', async () => {
    const id = await lend('伞', at(0))
    await school.db.tx(async db => {
      await db.unscoped(loan).lock(id)
      expect(await lapse(school.db, NOON)).toBe(0)
    })
    expect(await lapse(school.db, NOON)).toBe(1)
  })
  it('is met by one of those who look at once', async () => {
    for (let i = 0; i < 5; i++) await lend(`伞${i}`, at(0))
    const counts = await Promise.all(Array.from({ length: 4 }, () => lapse(school.db, NOON)))
    expect(counts.reduce((a, b) => a + b)).toBe(5)
    expect(acted).toHaveLength(5)
  })
})
describe('an escalation', () => {
  it('acts on each mark once, in order, whatever was missed', async () => {
    const id = await lend('伞', at(0))
    expect([await up(school.db, NOON + 0.9 * HOUR_MS), await up(school.db, NOON + HOUR_MS), await up(school.db, NOON + HOUR_MS)]).toEqual([0, 1, 0])
    expect(await stateOf(id)).toEqual(['late', 'student', null])
    expect(await up(school.db, NOON + 24 * HOUR_MS)).toBe(1)
    expect(await up(school.db, NOON + 48 * HOUR_MS)).toBe(0)
    expect(acted).toEqual(['student 伞 late', 'fdy 伞 late', 'college 伞 late'])
  })
  it('acts on the last of several missed marks where the others no longer matter, and never on one that is off', async () => {
    const id = await lend('伞', at(0))
    expect([await raise(school.db, NOON + 23 * HOUR_MS), await raise(school.db, NOON + 8 * 24 * HOUR_MS), await raise(school.db, NOON + 900 * 24 * HOUR_MS)]).toEqual([0, 1, 0])
    expect([await stateOf(id), acted]).toEqual([['open', null, 2], ['week 伞 open']])
  })
  it('has a moment of its own for each mark where the row says so', async () => {
    await lend('伞', at(0), { warnAt: at(-1) })
    await lend('球', at(0))
    expect([await breach(school.db, NOON - HOUR_MS), await breach(school.db, NOON)]).toEqual([1, 2])
    expect(acted).toEqual(['warn 伞 open', 'warn 球 open', 'breach 伞 open', 'breach 球 open'])
  })
})
it('a countdown reminds on each of its days once, with what was missed left out and nothing after the moment', async () => {
  const soon = countdown(loan, { when: `t.state = 'open'`, at: 'dueAt', days: [7, 30, 1], reached: 'told', act: async (_db, rows) => note('soon', rows) })
  const inDays = (n: number): string => at(24 * n)
  const id = await lend('伞', inDays(31))
  const runs: Array<[number, unknown]> = []
  for (const day of [0, 1, 2, 24, 25, 30, 31]) runs.push([await soon(school.db, NOON + day * 24 * HOUR_MS), (await stateOf(id))[1]])
  expect(runs).toEqual([
    [0, null],
    [1, '30'],
    [0, '30'],
    [1, '7'],
    [0, '7'],
    [1, '1'],
    [0, '1'],
  ])
  const late = await lend('球', inDays(5))
  const past = await lend('书', inDays(-1))
  expect([await soon(school.db, NOON), await soon(school.db, NOON), await stateOf(late), await stateOf(past)]).toEqual([1, 0, ['open', '7', null], ['open', null, null]])
})
it.each(['00:00', '07:59', '08:00', '23:59'])('a day begins and ends at midnight at school, at %s too', async clock => {
  const on = (day: string): number => Date.parse(`${day}T${clock}+08:00`)
  const when = `t.state = 'open'`
  const soon = countdown(loan, { when, at: 'dueOn', days: [7, 1], reached: 'told', act: async () => undefined })
  const over = whenDue(loan, { when, at: 'dueOn', set: { state: 'lapsed' } })
  const marked = escalation(loan, { when, at: 'dueOn', marks: ['day'], reached: 'raised', reach: async () => undefined })
  const id = await lend('伞', at(0), { dueOn: '2026-03-12' })
  const told = []
  for (const day of ['04', '05', '10', '11']) told.push([await soon(school.db, on(`2026-03-${day}`)), (await stateOf(id))[1]])
  expect(told).toEqual([
    [0, null],
    [1, '7'],
    [0, '7'],
    [1, '1'],
  ])
  expect([await marked(school.db, on('2026-03-11')), await marked(school.db, on('2026-03-12'))]).toEqual([0, 1])
  expect([await over(school.db, on('2026-03-11')), await over(school.db, on('2026-03-12'))]).toEqual([0, 1])
})
it('a job runs its deadlines one after the other, for schools with rows that may be due', async () => {
  const job = deadlines('loan.clock', '借用到期', '*/10 * * * *', [remind, lapse, up])
  const candidates = async (): Promise<number> =>
    (await asOwner(school.server.core.url, (job.due as string).replaceAll('$1', `'${school.tenantId}'`).replaceAll('select from', 'select 1 from'))).length
  expect(await candidates()).toBe(0)
  await lend('伞', new Date(Date.now() + 4 * HOUR_MS).toISOString())
  expect(await candidates()).toBe(0)
  await lend('球', new Date(Date.now() - 10).toISOString())
  expect(await candidates()).toBeGreaterThan(0)
  expect(await job.run(school.db as Db, {})).toBe(1)
  expect(acted).toEqual(['lapsed 球 lapsed'])
})
