import { t } from '#web/i18n/index.ts'
import type { FieldCell } from '../field-cell.tsx'

export const cell: FieldCell = ({ field: { options }, value, name, inner }) =>
  typeof name === 'string'
    ? name
    : (value as readonly unknown[]).map((item, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, never reordered
        <span key={i}>
          {i ? t('、') : ''}
          {options.of ? inner(options.of, item) : String(item)}
        </span>
      ))
