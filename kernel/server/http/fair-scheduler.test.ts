import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FairScheduler } from './fair-scheduler.ts'

const settled = (): Promise<void> => new Promise(done => setImmediate(done))

it('lets schools take turns, however long the line of one is', async () => {
  const turns = new FairScheduler(1)
  const leave = [await turns.acquire('crowd')]
  const came: string[] = []
  const ask = (school: string): void => void turns.acquire(school).then(done => came.push(school) && leave.push(done))
  for (let i = 0; i < 50; i++) ask('crowd')
  ask('quiet')
  expect(turns.waiting).toBe(51)
  while (leave.length) {
    leave.shift()?.()
    await settled()
  }
  expect(came.indexOf('quiet')).toBeLessThanOrEqual(1)
  expect(came).toHaveLength(51)
  expect(turns.waiting).toBe(0)
})
it('leaves places free for others while they ask, and gives all of them to a school that is alone', async () => {
  const turns = new FairScheduler(10)
  const came = { crowd: 0, quiet: 0 }
  const leave: Array<() => void> = []
  const ask = (school: keyof typeof came): void =>
    void turns.acquire(school).then(done => {
      came[school]++
      leave.push(done)
    })
  for (let i = 0; i < 12; i++) ask('crowd')
  await settled()
  expect(came).toEqual({ crowd: 10, quiet: 0 })
  ask('quiet')
  for (let i = 0; i < 12; i++) ask('crowd')
  for (const done of leave.splice(0)) done()
  await settled()
  expect(came).toEqual({ crowd: 12, quiet: 1 })
  expect(turns.waiting).toBe(12)
})
describe('a school whose people have waited for a fifth of a second', () => {
  let turns: FairScheduler
  let begun = 0
  let [inside, most] = [0, 0]
  const ask = (): void =>
    void turns.acquire('crowd').then(leave => {
      begun++
      most = Math.max(most, ++inside)
      setTimeout(() => {
        inside--
        leave()
      }, 50)
    })
  /** Advances the time; returns the crowd's highest concurrency and how many of it were admitted. */
  const pass = async (ms: number): Promise<{ most: number; begun: number }> => {
    begun = 0
    most = 0
    await vi.advanceTimersByTimeAsync(ms)
    return { most, begun }
  }
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    turns = new FairScheduler(10)
    inside = 0
  })
  afterEach(() => vi.useRealTimers())
  it('has one place while others ask, and all of them once they are gone', async () => {
    ;(await turns.acquire('quiet'))()
    for (let i = 0; i < 90; i++) ask()
    expect((await pass(190)).most).toBe(2)
    await pass(210)
    expect(await pass(1000)).toEqual({ most: 1, begun: 20 })
    await pass(9000)
    for (let i = 0; i < 12; i++) ask()
    expect((await pass(100)).most).toBe(10)
  })
  it('rests after each of its people for as long as they took while somebody comes who need not wait', async () => {
    const quiet = setInterval(() => void turns.acquire('quiet').then(leave => leave()), 50)
    await pass(60)
    for (let i = 0; i < 90; i++) ask()
    await pass(400)
    expect(await pass(1000)).toEqual({ most: 1, begun: 10 })
    clearInterval(quiet)
    await pass(400)
    expect((await pass(1000)).begun).toBe(20)
  })
  it('does not rest for another crowd: then nobody would be served the sooner', async () => {
    for (let i = 0; i < 90; i++) {
      ask()
      void turns.acquire('other crowd').then(leave => setTimeout(leave, 50))
    }
    await pass(600)
    expect((await pass(1000)).begun).toBe(20)
  })
})
it('refuses with 429 and when to come back once a line is full, and nobody of another school', async () => {
  const turns = new FairScheduler(1)
  const done = await turns.acquire('crowd')
  const lined = Array.from({ length: 500 }, () => turns.acquire('crowd'))
  await expect(turns.acquire('crowd')).rejects.toMatchObject({ code: 429, data: { retryAfter: expect.any(Number) } })
  const quiet = turns.acquire('quiet')
  done()
  for (const next of lined) (await next)()
  ;(await quiet)()
  ;(await turns.acquire('crowd'))()
})
it('keeps nobody waiting for longer than it says: as many may wait as get in within two seconds, and the line does not run dry', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  const turns = new FairScheduler(1)
  const waits: number[] = []
  let refused = 0
  const ask = async (): Promise<void> => {
    const since = performance.now()
    const leave = await turns.acquire('crowd')
    waits.push(performance.now() - since)
    setTimeout(leave, 20)
  }
  const crowd = setInterval(() => void ask().catch(() => refused++), 5)
  await vi.advanceTimersByTimeAsync(20_000)
  clearInterval(crowd)
  vi.useRealTimers()
  expect(refused).toBeGreaterThan(2500)
  // one admitted every 20 ms from the first to the last
  expect(waits.length).toBeGreaterThan(990)
  // except for those queued before the rate was known
  expect(Math.max(...waits.slice(220))).toBeLessThan(2100)
})
it('knows how many get in even where ten do at once and then nobody for a second', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  const turns = new FairScheduler(10)
  const waiting: number[] = []
  // nobody releases the slot early: each gives it up after a second (`SLOW_MS`)
  const crowd = setInterval(() => {
    void turns.acquire('crowd').catch(() => {})
    waiting.push(turns.waiting)
  }, 20)
  await vi.advanceTimersByTimeAsync(20_000)
  clearInterval(crowd)
  vi.useRealTimers()
  const settled = waiting.slice(-500)
  expect(Math.min(...settled)).toBeGreaterThanOrEqual(5)
  // measured right after a burst of ten the rate looks twice as high
  expect(Math.max(...settled)).toBeLessThanOrEqual(40)
})
it('does not count what takes long, so that slow work keeps nobody out', async () => {
  const turns = new FairScheduler(1)
  const slow = await turns.acquire('one')
  const other = await turns.acquire('two')
  slow()
  slow()
  other()
  ;(await turns.acquire('three'))()
})
