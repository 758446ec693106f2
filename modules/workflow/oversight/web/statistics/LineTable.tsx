import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { t } from '#web/i18n/index.ts'
import { formatNumber } from '#web/values/format.ts'
import { minutesWords } from '../../../flows/web/public/labels.ts'
import { type Line, share } from './lines.ts'

/** All figures of the chart as a table. */
export function LineTable({ lines, head }: { lines: readonly Line[]; head: string }) {
  return (
    <PlainTable
      label={t('办理用时')}
      rows={lines}
      keyOf={line => line.label}
      columns={[
        [head, line => line.label],
        [t('办理次数'), line => formatNumber(line.count)],
        [t('一般用时（中位数）'), line => minutesWords(line.medianMin)],
        [t('90% 以内'), line => minutesWords(line.p90Min)],
        [t('退回率'), line => share(line.returned, line.count)],
        [t('驳回率'), line => share(line.rejected, line.count)],
        [t('逾期率'), line => <span data-due={line.overdue ? 'late' : undefined}>{share(line.overdue, line.count)}</span>],
      ]}
    />
  )
}
