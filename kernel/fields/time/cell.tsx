import { plain } from '../field-cell.tsx'

export const cell = plain
