import { isDate } from '#model/checks.ts'
import { type FieldModel, matching } from '../field-model.ts'

export const model: FieldModel = {
  parse: matching('date', isDate),
  filter: 'dates',
  fact: 'date',
  isTabular: true,
  example: (_field, n) => `2020-${String((n % 12) + 1).padStart(2, '0')}-${String((n % 28) + 1).padStart(2, '0')}`,
}
