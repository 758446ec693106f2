import { readNumber } from '../decimal/sheet.ts'
import { asIs, type FieldSheet } from '../field-sheet.ts'

export const sheet: FieldSheet = { read: readNumber, show: asIs, cell: 'number', note: '整数', sample: '1' }
