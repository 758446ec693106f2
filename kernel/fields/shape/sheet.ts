import { asJson, type FieldSheet, refuse } from '../field-sheet.ts'

export const sheet: FieldSheet = { read: refuse, show: asJson }
