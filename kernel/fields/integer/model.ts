import { limited } from '../decimal/model.ts'
import { type FieldModel, fault, wrongType } from '../field-model.ts'

/** Of a column of four bytes. */
const LARGEST = 2_147_483_647
export const model: FieldModel = {
  parse(name, field, value) {
    if (!Number.isSafeInteger(value)) return wrongType(name, field, value)
    return Math.abs(value as number) > LARGEST ? fault('tooLarge', name, field, { value, max: LARGEST }) : limited(name, field, value as number)
  },
  filter: 'numbers',
  fact: 'number',
  isTabular: true,
  example: ({ options: { min = 1, max = 50 } }) => Math.max(min, Math.min(max, 3)),
}
