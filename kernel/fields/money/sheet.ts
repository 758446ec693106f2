import { readNumber } from '../decimal/sheet.ts'
import { asText, type FieldSheet, type Reader } from '../field-sheet.ts'

/** Yuan in the cell, fen in the value. */
const readMoney: Reader = (given, around) => {
  const read = readNumber(given, around)
  if ('issue' in read || typeof read.value !== 'number') return read
  const fen = Math.round(read.value * 100)
  return { value: Math.abs(read.value * 100 - fen) < 1e-6 ? fen : asText(given) }
}
export const sheet: FieldSheet = { read: readMoney, show: () => value => Number(value) / 100, cell: 'money', note: '金额，单位元，最多两位小数', sample: '100.00' }
