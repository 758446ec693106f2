import { formatNumber } from '#web/values/format.ts'
import type { FieldCell } from '../field-cell.tsx'

/** Years, grades and other small integers have no thousands separator. */
export const cell: FieldCell = ({ value }) => (Math.abs(Number(value)) < 10_000 ? String(value) : formatNumber(Number(value)))
