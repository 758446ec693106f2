import { formatDate } from '#web/values/format.ts'
import type { FieldCell } from '../field-cell.tsx'

export const cell: FieldCell = ({ value }) => <time title={String(value)}>{formatDate(String(value))}</time>
