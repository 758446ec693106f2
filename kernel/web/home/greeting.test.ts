import { expect, test } from 'vitest'
import { currentWeek, weekOf } from '#model/week.ts'
import { speak } from '#web/i18n/index.ts'
import { dayText } from './day.ts'
import { greeting } from './greeting.ts'

test.each([
  [0, '凌晨好'],
  [5, '凌晨好'],
  [6, '早上好'],
  [9, '上午好'],
  [12, '中午好'],
  [14, '下午好'],
  [17, '傍晚好'],
  [19, '晚上好'],
  [22, '夜深了'],
  [23, '夜深了'],
])('10-H11 at %i h it is %s', (hour, words) => {
  expect(greeting(hour)).toBe(words)
})
test('the date is that of the school, with its weekday', () => {
  expect(dayText(new Date('2026-09-13T16:30:00Z'))).toBe('9月14日 星期一')
  expect(dayText(new Date('2026-09-13T15:30:00Z'))).toBe('9月13日 星期日')
  speak('en')
  expect(dayText(new Date('2026-09-13T16:30:00Z'))).toBe('Monday, 14 September')
  speak('zh-cn')
})
test('10-H11 the current week begins on Sunday, the week of a day on Monday', () => {
  expect(currentWeek('2026-11-21')).toEqual(['2026-11-15', '2026-11-21'])
  expect(currentWeek('2026-11-22')).toEqual(['2026-11-22', '2026-11-28'])
  expect(weekOf('2026-11-22')).toEqual(['2026-11-16', '2026-11-22'])
  expect(weekOf('2026-11-23')).toEqual(['2026-11-23', '2026-11-29'])
  expect(weekOf('2026-01-01')).toEqual(['2025-12-29', '2026-01-04'])
})
