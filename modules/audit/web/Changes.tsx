import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { tAny } from '#web/i18n/every-module.ts'
import { t } from '#web/i18n/index.ts'
import { MISSING } from '#web/values/format.ts'

export interface Change {
  field: string
  label: string
  from: unknown
  to: unknown
}
const shown = (value: unknown): string => (value === null || value === undefined || value === '' ? MISSING : typeof value === 'object' ? JSON.stringify(value) : String(value))

/** Old and new values of an entry. */
export function Changes({ of }: { of: readonly Change[] }) {
  if (!of.length) return <p className="ql-quiet">{t('没有字段变化')}</p>
  return (
    <PlainTable
      label={t('字段')}
      rows={of}
      keyOf={c => c.field}
      columns={[
        [t('字段'), c => tAny(c.label), { isHead: true }],
        [t('原值'), c => shown(c.from)],
        [t('新值'), c => shown(c.to)],
      ]}
    />
  )
}
