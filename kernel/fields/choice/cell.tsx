import { t } from '#web/i18n/index.ts'
import { type FieldCell, labelled } from '../field-cell.tsx'

export const cell: FieldCell = shown => labelled(shown, t(shown.field.options.choices?.[String(shown.value)] ?? String(shown.value)))
