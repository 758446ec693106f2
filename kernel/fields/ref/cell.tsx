import { isMissing, MISSING } from '#web/values/format.ts'
import type { FieldCell } from '../field-cell.tsx'

export const cell: FieldCell = ({ name }) => (isMissing(name) ? MISSING : String(name))
