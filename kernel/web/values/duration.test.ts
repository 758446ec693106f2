import { expect, it } from 'vitest'
import { formatCountdown, formatDuration } from './duration.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
it.each([
  [20_000, '1 分钟', '20 秒'],
  [42 * MINUTE, '42 分钟', '42 分钟'],
  [8 * HOUR + 42 * MINUTE, '8 小时 42 分', '8 小时 42 分'],
  [9 * HOUR, '9 小时', '9 小时'],
  [24 * HOUR, '1 天', '1 天'],
  [60 * HOUR, '2 天', '2 天 12 小时'],
])('%i ms are “%s”, exactly “%s”', (ms, usual, exact) => {
  expect([formatDuration(ms), formatDuration(ms, 'exact')]).toEqual([usual, exact])
})
it('counts down in minutes and seconds, from an hour on as a duration', () => {
  expect([245_000, 0, -5000, HOUR + 3 * MINUTE].map(formatCountdown)).toEqual(['4:05', '', '', '1 小时 3 分'])
})
