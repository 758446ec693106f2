import { formatNumber } from '#web/values/format.ts'
import type { FieldCell } from '../field-cell.tsx'

export const cell: FieldCell = ({ value }) => formatNumber(Number(value))
