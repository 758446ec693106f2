import { type FieldModel, wrongType } from '../field-model.ts'

export const model: FieldModel = {
  parse: (name, field, value) => (typeof value === 'boolean' ? { value } : wrongType(name, field, value)),
  filter: 'bool',
  fact: 'bool',
  isTabular: true,
  example: () => true,
}
