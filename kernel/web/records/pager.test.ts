import { expect, test } from 'vitest'
import { pageNumbers } from './Pager.tsx'

test('the ends are always offered, and what lies around the page', () => {
  const said = (page: number, last: number) =>
    pageNumbers(page, last)
      .map(n => n ?? '…')
      .join(' ')
  expect([said(1, 1), said(1, 3), said(3, 7), said(1, 6)]).toEqual(['1', '1 2 3', '1 2 3 4 5 6 7', '1 2 3 4 5 6'])
  expect([said(1, 20), said(10, 20), said(20, 20), said(5, 8)]).toEqual(['1 2 3 4 5 6 … 20', '1 … 8 9 10 11 12 … 20', '1 … 15 16 17 18 19 20', '1 … 3 4 5 6 7 8'])
})
