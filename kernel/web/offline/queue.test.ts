import { beforeAll, describe, expect, it } from 'vitest'
import { ApiFailure, ApiRefusal } from '#web/http/failure.ts'
import { openStores } from './index.ts'
import { type Delivery, openQueue, type Queue, type Queued } from './queue.ts'

interface Score {
  room: string
  points: number
  photos?: string
}
const values = <T>(entries: ReadonlyArray<Queued<T>>): T[] => entries.map(entry => entry.value)
const offline = new ApiFailure('network', 'no network')
/** Node stores nothing on disk: the entry waits all the same. */
const add = <T>(queue: Queue<T>, value: T, key?: string): Promise<void> => queue.add(value, key).catch(() => undefined)
beforeAll(() => openStores('somebody'))

describe('an offline queue', () => {
  it('keeps entries while the network is lost, and sends them in their order once it is back', async () => {
    let isOffline = true
    const arrived: string[] = []
    const queue = openQueue<string>('acts')
    const oneByOne: Delivery<string> = {
      portion: 1,
      send: async entries => {
        if (isOffline) throw offline
        arrived.push(...values(entries))
      },
    }
    for (const act of ['start', 'arrive', 'done']) await add(queue, act)
    expect(await queue.flush(oneByOne)).toMatchObject({ failure: offline })
    expect(values(queue.waiting())).toEqual(['start', 'arrive', 'done'])
    isOffline = false
    expect(await queue.flush(oneByOne)).toEqual({ refusals: new Map(), failure: undefined })
    expect(arrived).toEqual(['start', 'arrive', 'done'])
    expect(queue.waiting()).toEqual([])
  })
  it('keeps a refused entry with its refusal and sends those behind it', async () => {
    const refusal = new ApiRefusal(422, 'withdrawn')
    const queue = openQueue<string>('refused')
    await add(queue, 'bad')
    await add(queue, 'good')
    const { refusals, failure } = await queue.flush({
      portion: 1,
      send: async ([first]) => {
        if (first?.value === 'bad') throw refusal
      },
    })
    const left = queue.waiting()
    expect(values(left)).toEqual(['bad'])
    expect([...refusals]).toEqual([[left[0]?.id, refusal]])
    expect(failure).toBeUndefined()
    await queue.discard(left)
    expect(queue.waiting()).toEqual([])
  })
  it('keeps an entry whose preparation is refused with its refusal and sends those behind it', async () => {
    const refusal = new ApiRefusal(422, 'no such photo')
    const queue = openQueue<string>('unprepared')
    for (const act of ['bad', 'good', 'better']) await add(queue, act)
    const calls: string[][] = []
    const { refusals, failure } = await queue.flush({
      prepare: async value => {
        if (value === 'bad') throw refusal
        return value
      },
      send: async entries => void calls.push(values(entries)),
    })
    expect(failure).toBeUndefined()
    expect(calls).toEqual([['good', 'better']])
    expect(values(queue.waiting())).toEqual(['bad'])
    expect([...refusals.values()]).toEqual([refusal])
  })
  it('keeps everything when the network is lost while preparing', async () => {
    const queue = openQueue<string>('lost while preparing')
    await add(queue, 'one')
    expect(await queue.flush({ prepare: () => Promise.reject(offline), send: async () => {} })).toEqual({ refusals: new Map(), failure: offline })
    expect(values(queue.waiting())).toEqual(['one'])
  })
  it('tries again later when the server has had too many calls', async () => {
    const limited = new ApiRefusal(429, 'later')
    const queue = openQueue<string>('limited')
    await add(queue, 'one')
    expect(await queue.flush({ send: () => Promise.reject(limited) })).toEqual({ refusals: new Map(), failure: limited })
    expect(queue.waiting()).toHaveLength(1)
  })
  it('lets a newer entry of the same key take the place of a waiting one, even of one just being sent', async () => {
    const arrived: Score[] = []
    const queue = openQueue<Score>('scores')
    await add(queue, { room: '101', points: 1 }, '101')
    await add(queue, { room: '101', points: 2 }, '101')
    await queue.flush({
      send: async entries => {
        arrived.push(...values(entries))
        if (arrived.length === 1) await add(queue, { room: '101', points: 3 }, '101')
      },
    })
    expect(arrived.map(score => score.points)).toEqual([2, 3])
  })
  it('does not upload twice, nor put what it uploaded in the place of a newer entry', async () => {
    let uploads = 0
    let newer: Score | undefined
    const queue = openQueue<Score>('photos')
    const uploading: Delivery<Score> = {
      prepare: async score => {
        if (score.photos !== 'new') return score
        uploads += 1
        if (newer) await add(queue, newer, newer.room)
        return { ...score, photos: 'uploaded' }
      },
      send: () => Promise.reject(offline),
    }
    await add(queue, { room: '102', points: 1, photos: 'new' }, '102')
    await queue.flush(uploading)
    await queue.flush(uploading)
    expect([uploads, values(queue.waiting())]).toEqual([1, [{ room: '102', points: 1, photos: 'uploaded' }]])
    newer = { room: '102', points: 5 }
    await add(queue, { room: '102', points: 4, photos: 'new' }, '102')
    await queue.flush(uploading)
    expect(values(queue.waiting())).toEqual([newer])
  })
  it('sends entries together up to a number and of one group', async () => {
    const queue = openQueue<Score>('groups')
    for (const [room, points] of [
      ['a', 1],
      ['b', 2],
      ['a', 3],
      ['a', 4],
    ] as const)
      await add(queue, { room, points })
    const calls: number[][] = []
    await queue.flush({ portion: 2, groupOf: score => score.room, send: async entries => void calls.push(values(entries).map(score => score.points)) })
    expect(calls).toEqual([[1, 3], [2], [4]])
  })
  it('keeps apart what has another name', async () => {
    await add(openQueue<string>('patrol 1'), 'tick')
    expect(openQueue('patrol').waiting()).toEqual([])
    expect(openQueue('patrol 1').waiting()).toHaveLength(1)
  })
})
