import { expect, it } from 'vitest'
import { percentOf } from './percent.ts'

it('a percentage has one decimal; all but all is never all, and something never nothing', () =>
  expect([percentOf(1, 3), percentOf(0, 0), percentOf(9999, 10_000), percentOf(1, 100_000), percentOf(0, 7), percentOf(7, 7)]).toEqual([33.3, null, 99.9, 0.1, 0, 100]))
