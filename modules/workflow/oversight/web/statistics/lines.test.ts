import { expect, it } from 'vitest'
import { share, totalOf } from './lines.ts'

const line = { label: '辅导员审批', count: 30, medianMin: 60, p90Min: 200, returned: 3, rejected: 1, overdue: 6 }

it('adds up what may be added up', () => {
  expect(totalOf([line, { ...line, count: 10 }])).toEqual({ count: 40, returned: 6, rejected: 2, overdue: 12 })
})
it('says nothing about a share of nothing', () => {
  expect(share(0, 0)).toBe('—')
  expect(share(1, 8)).toBe('12.5%')
})
