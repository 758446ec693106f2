import { expect, it } from 'vitest'
import { usualText } from '../../../cases/web/public/labels.ts'
import { minutesWords } from '../public/labels.ts'

it.each([
  [0, '1 分钟'],
  [26, '26 分钟'],
  [156, '2.6 小时'],
  [24 * 60, '24 小时'],
  [60 * 60, '60 小时'],
])('%i minutes of work are “%s”, and never days of the clock', (minutes, said) => expect(minutesWords(minutes)).toBe(said))
it('says how long a step usually takes only where that was measured', () => {
  expect(usualText(null)).toBe('')
  expect(usualText(3 * 8 * 60)).toBe('通常 24 小时')
})
