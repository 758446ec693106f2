import { expect, it } from 'vitest'
import { COMPLETENESS_FIELDS } from '../../model/fields.ts'
import { lackingOf } from './own-record.ts'

const whole = Object.fromEntries(COMPLETENESS_FIELDS.map(name => [name, 'x']))

it('lacks nothing when everything counted is there', () => {
  expect(lackingOf(whole)).toEqual({ own: [], school: [], filled: 20, whole: 20 })
})
it('tells what the student can add from what the school must', () => {
  expect(lackingOf({ ...whole, phone: '', politicalCode: null, homeCanton: undefined })).toEqual({ own: ['phone', 'homeCanton'], school: ['politicalCode'], filled: 17, whole: 20 })
})
it('asks for no field that does not count', () => {
  expect(lackingOf({ ...whole, email: null, postcode: null }).own).toEqual([])
})
