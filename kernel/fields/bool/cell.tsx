import { State } from '#web/feedback/State.tsx'
import { t } from '#web/i18n/index.ts'
import type { FieldCell } from '../field-cell.tsx'

export const cell: FieldCell = ({ value, fieldName }) => {
  if (fieldName === 'isEnabled') return <State tone={value ? 'done' : 'over'}>{value ? t('启用') : t('停用')}</State>
  return value ? t('是') : t('否')
}
