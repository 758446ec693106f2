import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whenShown } from './arrival.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw, 16))
  vi.stubGlobal('cancelAnimationFrame', clearTimeout)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
/** Looks that find nothing, counted. */
function looking() {
  const looks: number[] = []
  const stop = whenShown(waitedMs => looks.push(waitedMs) === 0)
  return { looks, stop }
}
test('a page is looked for once a frame at first, then a few times a second, and not for ever', () => {
  const { looks } = looking()
  vi.advanceTimersByTime(1000)
  expect(looks.length).toBeGreaterThan(50)
  vi.advanceTimersByTime(59_000)
  const late = looks.filter(waitedMs => waitedMs > 4000)
  expect(late.length).toBeGreaterThan(50)
  expect(late.length).toBeLessThan(150)
  expect(vi.getTimerCount()).toBe(0)
})
test.each([100, 10_000])('looking ends when it is given up after %i ms', ms => {
  const { looks, stop } = looking()
  vi.advanceTimersByTime(ms)
  const before = looks.length
  stop()
  vi.advanceTimersByTime(5000)
  expect(looks).toHaveLength(before)
})
test('looking ends with the look that finds it, late ones too', () => {
  let found = 0
  whenShown(waitedMs => waitedMs > 5000 && ++found > 0)
  vi.advanceTimersByTime(20_000)
  expect(found).toBe(1)
})
