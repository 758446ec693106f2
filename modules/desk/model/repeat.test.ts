import { describe, expect, it } from 'vitest'
import { occurrences, repeatOf, ruleOf } from './repeat.ts'

describe('a repeating appointment', () => {
  it('is written as calendars write it', () => {
    const rule = 'FREQ=WEEKLY;INTERVAL=2;UNTIL=20261231'
    expect(repeatOf(rule)).toEqual({ every: 'WEEKLY', interval: 2, until: '2026-12-31' })
    expect(ruleOf({ every: 'WEEKLY', interval: 2, until: '2026-12-31' })).toBe(rule)
    for (const bad of ['', 'FREQ=YEARLY', 'FREQ=DAILY;INTERVAL=0', 'weekly']) expect(repeatOf(bad)).toBeUndefined()
  })
  it.each([
    ['FREQ=DAILY', ['2026-09-14', '2026-09-15', '2026-09-16']],
    ['FREQ=DAILY;INTERVAL=2', ['2026-09-15']],
    ['FREQ=DAILY;UNTIL=20260914', ['2026-09-14']],
    ['FREQ=WEEKLY', ['2026-09-15']],
  ])('%s takes place on its days', (rule, days) => expect(occurrences('2026-09-01', repeatOf(rule), '2026-09-14', '2026-09-16')).toEqual(days))
  it('leaves out months without its day', () => {
    expect(occurrences('2026-01-31', repeatOf('FREQ=MONTHLY'), '2026-01-01', '2026-05-31')).toEqual(['2026-01-31', '2026-03-31', '2026-05-31'])
  })
  it('takes place once without a rule', () => {
    expect(occurrences('2026-09-01', undefined, '2026-09-01', '2026-09-02')).toEqual(['2026-09-01'])
    expect(occurrences('2026-09-01', undefined, '2026-09-02', '2026-09-03')).toEqual([])
  })
})
