import { asIs, asText, type FieldSheet, type Reader } from '../field-sheet.ts'

export const readNumber: Reader = given => {
  if (typeof given === 'number') return { value: given }
  if (typeof given === 'object') return { value: given.serial }
  const text = asText(given).replace(/[,\s¥￥元]/g, '')
  return { value: /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : asText(given) }
}
export const sheet: FieldSheet = { read: readNumber, show: asIs, cell: 'number', note: '数字', sample: '1.5' }
