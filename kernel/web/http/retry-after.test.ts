import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiRefusal } from './failure.ts'
import { withRetryAfter } from './retry-after.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())
const crowded = () => new ApiRefusal(429, '访问的人很多', { errors: [{ rule: 'http.crowded', msg: '' }], data: { retryAfter: 2 } })
/** Returns the given results in turn; errors are thrown. */
const answering = (...given: unknown[]) =>
  vi.fn(async () => {
    const next = given.shift()
    if (next instanceof Error) throw next
    return next
  })

test('a call knocks again after the time it was told', async () => {
  const send = answering(crowded(), crowded(), 'in')
  const done = withRetryAfter(send, undefined)
  await vi.advanceTimersByTimeAsync(1999)
  expect(send).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(6001)
  expect(await done).toBe('in')
})
test('in vain three times it says so; any other refusal is said at once', async () => {
  const send = answering(crowded(), crowded(), crowded(), 'in')
  const done = withRetryAfter(send, undefined).catch(error => error.code)
  await vi.advanceTimersByTimeAsync(8000)
  expect([await done, send.mock.calls.length]).toEqual([429, 3])
  const other = answering(new ApiRefusal(429, '登录人数较多', { data: { retryAfter: 2 } }), 'in')
  await expect(withRetryAfter(other, undefined)).rejects.toMatchObject({ code: 429 })
})
test('a page that is left knocks no more', async () => {
  const page = new AbortController()
  const send = answering(crowded(), 'in')
  const done = withRetryAfter(send, page.signal).catch(error => error.code)
  page.abort()
  await vi.advanceTimersByTimeAsync(4000)
  expect([await done, send.mock.calls.length]).toEqual([429, 1])
})
