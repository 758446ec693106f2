import { expect, it, vi } from 'vitest'
import { Turns } from './turns.ts'

const settled = (): Promise<void> => new Promise(done => setImmediate(done))

it('lets schools take turns, however long the line of one is', async () => {
  const turns = new Turns(1)
  const leave = [await turns.enter('crowd')]
  const came: string[] = []
  const ask = (school: string): void => void turns.enter(school).then(done => came.push(school) && leave.push(done))
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
  const turns = new Turns(10)
  const came = { crowd: 0, quiet: 0 }
  const leave: Array<() => void> = []
  const ask = (school: keyof typeof came): void =>
    void turns.enter(school).then(done => {
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
it('gives a school whose people have waited for half a second one place at a time while others ask', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  const turns = new Turns(10)
  let [inside, most] = [0, 0]
  const ask = (): void =>
    void turns.enter('crowd').then(leave => {
      most = Math.max(most, ++inside)
      setTimeout(() => {
        inside--
        leave()
      }, 100)
    })
  const pass = async (ms: number): Promise<number> => {
    most = 0
    await vi.advanceTimersByTimeAsync(ms)
    return most
  }
  ;(await turns.enter('quiet'))()
  for (let i = 0; i < 30; i++) ask()
  expect(await pass(400)).toBe(2)
  await pass(300)
  expect(await pass(300)).toBe(1)
  await pass(9000)
  // the others are gone
  for (let i = 0; i < 12; i++) ask()
  expect(await pass(100)).toBe(10)
  vi.useRealTimers()
})
it('refuses with 429 and when to come back once a line is full, and nobody of another school', async () => {
  const turns = new Turns(1)
  const done = await turns.enter('crowd')
  const lined = Array.from({ length: 500 }, () => turns.enter('crowd'))
  await expect(turns.enter('crowd')).rejects.toMatchObject({ code: 429, data: { retryAfter: expect.any(Number) } })
  const quiet = turns.enter('quiet')
  done()
  for (const next of lined) (await next)()
  ;(await quiet)()
  ;(await turns.enter('crowd'))()
})
it('does not count what takes long, so that slow work keeps nobody out', async () => {
  const turns = new Turns(1)
  const slow = await turns.enter('one')
  const other = await turns.enter('two')
  slow()
  slow()
  other()
  ;(await turns.enter('three'))()
})
