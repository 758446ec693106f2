import { t } from '#web/i18n/index.ts'
import { RichInput } from '#web/rich/RichInput.tsx'
import { type FieldInput, textOf } from '../field-input.tsx'

// a label does not name an element that is edited in place
export const input: FieldInput = {
  Input: ({ control, field, value, onChange }) => <RichInput {...control} aria-label={t(field.label)} value={textOf(value)} onChange={html => onChange(html || null)} />,
}
