import { trim } from '#model/checks.ts'
import { asJson, asText, type FieldSheet, type Reader } from '../field-sheet.ts'

const readList: Reader = (given, { field, read }) => {
  const { of } = field.options
  if (!of) return { value: null }
  const values: unknown[] = []
  for (const part of asText(given).split(/[、,，;；\n]/)) {
    if (!trim(part)) continue
    const one = read({ ...of, label: field.label }, part)
    if ('issue' in one) return one
    values.push(one.value)
  }
  return { value: values }
}
export const sheet: FieldSheet = {
  read: readList,
  async show({ options }, _reader, inner) {
    if (!options.of) return asJson()
    const one = await inner(options.of)
    return value => (Array.isArray(value) ? value.map(v => one(v)).join('、') : String(value))
  },
  note: '多项之间用顿号分开',
}
