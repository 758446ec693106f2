import { afterEach, expect, it } from 'vitest'
import type { Core } from '../data/core.ts'
import { followDatabase } from './clock.ts'

const real = Date
const log = { error() {}, warn() {} } as unknown as Core['log']
const databaseAhead = (ms: number): Pick<Core, 'pool' | 'log'> => ({ pool: { query: async () => ({ rows: [{ now: real.now() + ms }] }) } as unknown as Core['pool'], log })
const MINUTES = 600_000
let end = (): void => {}
afterEach(() => end())

/** How far what `Date` tells is from this machine's clock. */
const apart = (told: number): number => Math.round((told - real.now()) / 60_000)

it('takes the time of the database where this machine is late or early by minutes', async () => {
  for (const ms of [MINUTES, -MINUTES]) {
    end = await followDatabase(databaseAhead(ms))
    expect([apart(Date.now()), apart(Date.parse(new Date().toISOString()))]).toEqual(Array(2).fill(ms / 60_000))
    expect(new Date()).toBeInstanceOf(real)
    expect(new Date('2026-09-01T00:00:00Z').toISOString()).toBe('2026-09-01T00:00:00.000Z')
    expect(Date.UTC(2026, 8, 1)).toBe(Date.parse('2026-09-01'))
    end()
    expect(Date).toBe(real)
  }
})
it('leaves the clock alone where both agree', async () => {
  end = await followDatabase(databaseAhead(300))
  expect(Date).toBe(real)
})
