import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { afterEach, expect, it, onTestFinished } from 'vitest'
import type { Core } from '../data/core.ts'
import { syncWithDatabase } from './time-sync.ts'

const real = Date
const log = { error() {}, warn() {} } as unknown as Core['log']
const databaseAhead = (ms: number): Pick<Core, 'pool' | 'log'> => ({ pool: { query: async () => ({ rows: [{ now: real.now() + ms }] }) } as unknown as Core['pool'], log })
const MINUTES = 600_000
let end = (): void => {}
afterEach(() => end())

/** Difference between `Date` and this machine's clock, in minutes. */
const apart = (told: number): number => Math.round((told - real.now()) / 60_000) || 0

it('takes the time of the database where this machine is late or early by minutes', async () => {
  for (const ms of [MINUTES, -MINUTES]) {
    end = await syncWithDatabase(databaseAhead(ms))
    expect([apart(Date.now()), apart(Date.parse(new Date().toISOString()))]).toEqual(Array(2).fill(ms / 60_000))
    expect(new Date()).toBeInstanceOf(real)
    expect(new Date('2026-09-01T00:00:00Z').toISOString()).toBe('2026-09-01T00:00:00.000Z')
    expect(Date.UTC(2026, 8, 1)).toBe(Date.parse('2026-09-01'))
    end()
    expect(Date).toBe(real)
  }
})
it('is followed by a thread of the process, also when it changes while the thread works', async () => {
  const thread = new Worker(
    `const { parentPort } = require('node:worker_threads')
     import(${JSON.stringify(new URL('./time-sync.ts', import.meta.url).href)}).then(clock => {
       clock.followProcess()
       parentPort.on('message', () => parentPort.postMessage(Date.now()))
       parentPort.postMessage(Date.now())
     })`,
    { eval: true },
  )
  onTestFinished(async () => void (await thread.terminate()))
  const told = async (): Promise<number> => apart((await once(thread, 'message'))[0])
  expect(await told()).toBe(0)
  const asked = async (): Promise<number> => {
    const answer = told()
    thread.postMessage('')
    return answer
  }
  end = await syncWithDatabase(databaseAhead(-MINUTES))
  expect(await asked()).toBe(-10)
  end()
  expect(await asked()).toBe(0)
})
it('leaves the clock alone where both agree', async () => {
  end = await syncWithDatabase(databaseAhead(300))
  expect(Date).toBe(real)
})
