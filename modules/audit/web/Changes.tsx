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
    <table className="ql-plain audit-changes">
      <thead>
        <tr>
          <th scope="col">{t('字段')}</th>
          <th scope="col">{t('原值')}</th>
          <th scope="col">{t('新值')}</th>
        </tr>
      </thead>
      <tbody>
        {of.map(c => (
          <tr key={c.field}>
            <th scope="row">{tAny(c.label)}</th>
            <td>{shown(c.from)}</td>
            <td>{shown(c.to)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
