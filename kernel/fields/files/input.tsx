import { FilesInput } from '#web/inputs/FilesInput.tsx'
import type { FieldInput } from '../field-input.tsx'

export const input: FieldInput = { Input: ({ control, field, value, onChange }) => <FilesInput {...control} field={field} value={value} onChange={onChange} /> }
