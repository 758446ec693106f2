import { type FieldModel, fault, MOST_ITEMS, type Parser, wrongType } from '../field-model.ts'

const parse: Parser = (name, field, value, inner) => {
  if (!Array.isArray(value)) return wrongType(name, field, value)
  const { max = MOST_ITEMS, of } = field.options
  if (value.length > max) return fault('tooMany', name, field, { max, length: value.length })
  if (!of) return wrongType(name, field, value)
  const parsed: unknown[] = []
  for (const [i, item] of value.entries()) {
    const one = inner.value(`${name}[${i}]`, of, item)
    if ('issue' in one) return one
    if (one.value === null) return fault('required', `${name}[${i}]`, of)
    parsed.push(one.value)
  }
  return { value: parsed }
}
export const model: FieldModel = { parse, filter: 'text', isTabular: true, example: () => [] }
