import { type FieldModel, type Parser, wrongType } from '../field-model.ts'

const parse: Parser = (name, field, value, inner) => {
  if (typeof value !== 'object' || Array.isArray(value)) return wrongType(name, field, value)
  const { values, issues } = inner.fields(field.options.fields ?? {}, value as Record<string, unknown>)
  const [issue] = issues
  return issue ? { issue: { ...issue, field: `${name}.${issue.field}` } } : { value: values }
}
export const model: FieldModel = { parse, filter: 'text', isTabular: false, example: () => undefined }
