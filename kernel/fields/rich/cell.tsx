import type { FieldCell } from '../field-cell.tsx'

/** The text without its formatting. */
export const cell: FieldCell = ({ value }) =>
  String(value)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
