import type { Row } from '#model'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Value } from '#web/forms/Cell.tsx'
import { t } from '#web/i18n/index.ts'
import { relative, type welcomeInfo } from '../../model/info.ts'

/** The relatives that somebody has named. */
export function Relatives({ of }: { of: Row<typeof welcomeInfo>['family'] }) {
  const rows = (of ?? []).flatMap(one => one ?? [])
  if (!rows.length) return null
  return (
    <PlainTable
      label={t('家庭成员')}
      rows={rows}
      keyOf={one => `${one.relation} ${one.name}`}
      columns={[
        [t('姓名'), one => one.name, { isHead: true }],
        [t('关系'), one => <Value field={relative.relation} value={one.relation} fieldName="relation" />],
        [t('电话'), one => one.phone],
        [t('工作单位'), one => one.employer],
        [t('监护人'), one => (one.isGuardian ? t('是') : '')],
      ]}
    />
  )
}
