import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openStore } from './store.ts'

/** What lies in IndexedDB, which Node does not have. */
const disk = vi.hoisted(() => new Map<string, unknown>())
vi.mock('idb-keyval', () => ({
  createStore: () => ({}),
  entries: async () => [...disk],
  set: async (key: string, value: unknown) => void disk.set(key, value),
  del: async (key: string) => void disk.delete(key),
}))
const HOUR_MS = 3_600_000
beforeEach(() => {
  disk.clear()
  vi.stubGlobal('indexedDB', {})
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
it('keeps a value until its end, also over a reload, and takes it from the disk when it opens after that', async () => {
  const store = await openStore('somebody')
  await store.set('roll', ['甲'], Date.now() + 12 * HOUR_MS)
  await store.set('draft', 'kept')
  vi.setSystemTime(Date.now() + 11 * HOUR_MS)
  const later = await openStore('somebody')
  expect([later.get('roll'), later.all('r'), later.get('draft')]).toEqual([['甲'], [['甲']], 'kept'])
  vi.setSystemTime(Date.now() + 2 * HOUR_MS)
  // a page that has stayed open reads it no more
  expect([later.get('roll'), later.all('')]).toEqual([undefined, ['kept']])
  const last = await openStore('somebody')
  expect([last.get('roll'), JSON.stringify([...disk])]).toEqual([undefined, expect.not.stringContaining('甲')])
})
it('a value set again has the end it was set with last', async () => {
  const store = await openStore('somebody')
  await store.set('roll', 1, Date.now() + HOUR_MS)
  await store.set('roll', 2)
  vi.setSystemTime(Date.now() + 2 * HOUR_MS)
  expect([store.get('roll'), (await openStore('somebody')).get('roll')]).toEqual([2, 2])
})
