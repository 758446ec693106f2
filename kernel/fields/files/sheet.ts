import { type FieldSheet, refuse } from '../field-sheet.ts'

/** Exported by their number. */
export const sheet: FieldSheet = { read: refuse, show: () => value => (Array.isArray(value) ? value.length : 0) }
