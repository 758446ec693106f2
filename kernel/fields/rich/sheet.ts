import { asIs, type FieldSheet } from '../field-sheet.ts'
import { readText } from '../text/sheet.ts'

export const sheet: FieldSheet = { read: readText, show: asIs }
