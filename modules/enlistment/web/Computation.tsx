import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { formatMoney } from '#web/values/format.ts'
import { YearTable, type YearTableProps } from './YearTable.tsx'

export interface Computed extends YearTableProps {
  total: number
  toBank: number
  toStudent: number
}
/** The years, the sum, and who gets it: an open loan first. */
export const Computation = ({ of }: { of: Computed }) => (
  <Stack>
    <YearTable years={of.years} isWaiver={of.isWaiver ?? false} />
    <strong>{t('合计 {{total}}', { total: formatMoney(of.total) })}</strong>
    {of.toBank ? <p>{t('其中 {{bank}} 先还贷款，{{student}} 发给本人。', { bank: formatMoney(of.toBank), student: formatMoney(of.toStudent) })}</p> : null}
  </Stack>
)
