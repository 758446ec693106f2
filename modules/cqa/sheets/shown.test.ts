import { expect, it } from 'vitest'
import { shownScore } from './model/sheet.ts'

it('50-CQ3 a score is shown with two decimals, half up, also where the fraction is stored a little below', () => {
  expect([80.005, 80.0049, 1.005, 26.8, 0, -0.005, -0.004, 8123.4567].map(shownScore)).toEqual(['80.01', '80.00', '1.01', '26.80', '0.00', '-0.01', '0.00', '8123.46'])
})
