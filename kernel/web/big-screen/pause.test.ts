import { expect, test, vi } from 'vitest'
import { pause } from './pause.ts'

test('a wait ends in time or with its page, and leaves nothing listening', async () => {
  const page = new AbortController()
  const [added, removed] = [vi.spyOn(page.signal, 'addEventListener'), vi.spyOn(page.signal, 'removeEventListener')]
  await pause(1, page.signal)
  expect([added.mock.calls.length, removed.mock.calls.length]).toEqual([1, 1])
  const long = pause(600_000, page.signal)
  page.abort()
  await long
  await pause(600_000, page.signal)
})
