import { expect, it } from 'vitest'
import { dueText } from './due.ts'

const now = Date.parse('2026-09-14T08:00:00+08:00')
const arrivedAt = '2026-09-12T08:00:00+08:00'
it.each([
  ['2026-09-13T23:18:00+08:00', '逾期 8 小时 42 分', 'late'],
  ['2026-09-11T08:00:00+08:00', '逾期 3 天', 'late'],
  ['2026-09-14T17:00:00+08:00', '还剩 9 小时', 'soon'],
  ['2026-09-16T09:00:00+08:00', '还剩 2 天', 'plain'],
  ['2026-10-16T09:00:00+08:00', '10月16日 09:00 截止', 'plain'],
  [null, '已等 2 天', 'plain'],
] as const)('due %s is “%s”', (dueAt, text, tone) => {
  expect(dueText({ dueAt, arrivedAt }, now)).toEqual({ text, tone })
})
it('says that something has only just come', () => expect(dueText({ dueAt: null, arrivedAt: '2026-09-14T07:50:00+08:00' }, now).text).toBe('刚到'))
