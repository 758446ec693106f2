import { formatDatetime, plainDatetime } from '#web/values/format.ts'
import type { FieldCell } from '../field-cell.tsx'

export const cell: FieldCell = ({ value }) => <time title={plainDatetime(String(value))}>{formatDatetime(String(value))}</time>
