import { formatMoney } from '#web/values/format.ts'
import type { FieldCell } from '../field-cell.tsx'

export const cell: FieldCell = ({ value }) => formatMoney(Number(value))
