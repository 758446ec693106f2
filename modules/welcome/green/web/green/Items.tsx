import { PlainTable } from '#web/feedback/PlainTable.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { formatMoney } from '#web/values/format.ts'
import type { greenApplication } from '../../model/application.ts'

type Item = AnswerOf<typeof greenApplication.card>['items'][number]
const shown = (fen: number | null): string => (fen === null ? '' : formatMoney(fen))
/** The fees of an application: what was asked for, granted, and is not paid yet. */
export function Items({ of }: { of: readonly Item[] }) {
  const rows = of.flatMap(one => one ?? [])
  return (
    <PlainTable
      label={t('缓缴项目')}
      rows={rows}
      keyOf={one => one.item}
      columns={[
        [t('收费项目'), one => one.item, { isHead: true }],
        [t('申请缓缴'), one => formatMoney(one.defer), { isNumber: true }],
        [t('同意缓缴'), one => shown(one.granted), { isNumber: true }],
        [t('还没有缴'), one => shown(one.left), { isNumber: true }],
      ]}
    />
  )
}
