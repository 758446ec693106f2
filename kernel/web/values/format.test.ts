import { describe, expect, test } from 'vitest'
import { formatBytes, formatDate, formatDatetime, formatDay, formatMoney, formatNumber, formatSpan, formatWait, plainDatetime } from './format.ts'

const NOW = Date.parse('2026-09-14T23:30:00+08:00')

describe('figures', () => {
  test('thousands are grouped, whatever the sign', () => {
    expect([0, 999, 1000, 12486, -1234567].map(n => formatNumber(n))).toEqual(['0', '999', '1,000', '12,486', '-1,234,567'])
    expect(formatNumber(93, 1)).toBe('93.0')
    expect(formatNumber(2.5)).toBe('2.5')
  })
  test('fen are shown as yuan', () => {
    expect([120000, 5, -1999, 0].map(formatMoney)).toEqual(['¥1,200.00', '¥0.05', '-¥19.99', '¥0.00'])
  })
  test('waits and sizes are rounded', () => {
    expect([0.2, 40, 200].map(formatWait)).toEqual(['约 1 秒', '约 40 秒', '约 3 分钟'])
    expect([300, 2048, 3_400_000].map(formatBytes)).toEqual(['1 KB', '2 KB', '3.2 MB'])
  })
})
describe('days in words, as they are in China', () => {
  test('today and yesterday by the clock there, not here', () => {
    expect(formatDatetime('2026-09-13T16:10:00Z', NOW)).toBe('今天 00:10')
    expect(formatDatetime('2026-09-13T15:59:00Z', NOW)).toBe('昨天 23:59')
  })
  test('the year only when it is another', () => {
    expect(formatDate('2026-09-01', NOW)).toBe('9月1日')
    expect(formatDate('2025-09-03', NOW)).toBe('2025年9月3日')
    expect(formatDate('2026-09-14', NOW)).toBe('今天')
  })
  test('on an axis a day is a day, today too', () => expect(['2026-09-14', '2025-01-03'].map(formatDay)).toEqual(['9月14日', '1月3日']))
  test('plain form for titles; what is no date stays', () => {
    expect(plainDatetime('2026-09-13T16:10:00Z')).toBe('2026-09-14 00:10')
    // the day of the end at school, not of its instant
    const year = new Date().getUTCFullYear() - 5
    expect(formatSpan(`${year}-12-09T06:00:00Z`, `${year}-12-09T15:59:00Z`)).toBe(`${year}年12月9日 14:00 至 23:59`)
    expect(formatSpan(`${year}-12-09T06:00:00Z`, `${year}-12-09T16:00:00Z`)).toBe(`${year}年12月9日 14:00 至 ${year}年12月10日 00:00`)
    expect([formatDate('长期'), formatDatetime('x'), plainDatetime('x')]).toEqual(['长期', 'x', 'x'])
  })
})
