import { isUuid } from '#model/checks.ts'
import { type FieldModel, fault, MOST_ITEMS, type Parser, wrongType } from '../field-model.ts'

const parse: Parser = (name, field, value) => {
  if (!Array.isArray(value)) return wrongType(name, field, value)
  const max = field.options.maxFiles ?? field.options.max ?? MOST_ITEMS
  if (value.length > max) return fault('tooMany', name, field, { max, length: value.length })
  return value.every(id => typeof id === 'string' && isUuid(id)) ? { value } : wrongType(name, field, value)
}
export const model: FieldModel = { parse, filter: 'text', isTabular: false, example: () => [] }
