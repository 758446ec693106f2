import { expect, it } from 'vitest'
import { lanesOf } from './lanes.ts'

const at = (begin: string, end: string) => ({ begin, end })
const lanes = (...spans: Array<ReturnType<typeof at>>) => lanesOf(spans, s => s).map(b => [b.entry.begin, b.lane, b.lanes])

it('gives what stands alone the whole width', () =>
  expect(lanes(at('08:00', '09:00'), at('09:00', '10:00'))).toEqual([
    ['08:00', 0, 1],
    ['09:00', 0, 1],
  ]))
it('puts what overlaps side by side, and takes a lane that is free again', () => {
  expect(lanes(at('08:00', '10:00'), at('08:30', '09:00'), at('09:00', '09:30'))).toEqual([
    ['08:00', 0, 2],
    ['08:30', 1, 2],
    ['09:00', 1, 2],
  ])
})
