import { RichInput } from '#web/rich/RichInput.tsx'
import { type FieldInput, textOf } from '../field-input.tsx'

export const input: FieldInput = { Input: ({ control, value, onChange }) => <RichInput {...control} value={textOf(value)} onChange={html => onChange(html || null)} /> }
