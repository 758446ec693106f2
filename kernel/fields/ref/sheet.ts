import { asIs, asText, type FieldSheet, type Reader } from '../field-sheet.ts'

const readReference: Reader = (given, { field, lookups, fault }) => {
  const text = asText(given)
  const found = lookups.reference(field, text)
  if (typeof found === 'string') return { value: found }
  return found ? fault('refAmbiguous', { value: text, count: found.count }) : fault('refMissing', { value: text })
}
/** Exported by the name of its target, which the row has beside the id. */
export const sheet: FieldSheet = { read: readReference, show: asIs }
