import { t } from '#web/i18n/index.ts'
import type { FieldCell } from '../field-cell.tsx'

export const cell: FieldCell = ({ value }) => t('{{n}} 个文件', { n: (value as readonly unknown[]).length })
