import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { formatMoney } from '#web/values/format.ts'
import style from './arrears.module.css'

interface Month {
  month: string
  room: string
  nights: number
  standard: number
  amount: number
}
interface ExplainedProps {
  months: readonly Month[]
  perYear: number
  minNights: number
  due: number
  adjust: number
  adjustReason: string | null
}
/** 账单说明: every month with the room and the rate, and the rule in a sentence. */
export function Explained({ months, perYear, minNights, due, adjust, adjustReason }: ExplainedProps) {
  return (
    <Stack gap={3} className={style.bill}>
      <p className="ql-help">
        {t('一学年按 {{months}} 个月算，当月住满 {{nights}} 晚计费，换过房间的月份按住得多的房间；每月为标准的 1/{{months}}，尾差计在最后一个月。', {
          months: perYear,
          nights: minNights,
        })}
      </p>
      <PlainTable
        label={t('费用')}
        rows={months}
        keyOf={m => m.month}
        columns={[
          [t('月份'), m => m.month],
          [
            t('房间'),
            m => (
              <>
                {m.room}
                <small className="ql-quiet"> {t('{{amount}}/年', { amount: formatMoney(m.standard) })}</small>
              </>
            ),
          ],
          [t('晚数'), m => m.nights],
          [t('费用'), m => formatMoney(m.amount)],
        ]}
      />
      {adjust ? <p>{t('调整 {{amount}}：{{reason}}', { amount: formatMoney(adjust), reason: adjustReason ?? '—' })}</p> : null}
      <p>
        <b>{t('合计 {{amount}}', { amount: formatMoney(due + adjust) })}</b>
      </p>
    </Stack>
  )
}
