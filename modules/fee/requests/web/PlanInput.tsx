import { DatePicker, InputNumber, Segmented } from 'antd'
import { useEffect } from 'react'
import { schoolDate } from '#model/school-time.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { EditedRows } from '#web/forms/EditedRows.tsx'
import { t } from '#web/i18n/index.ts'
import { fromDate, toDate } from '#web/inputs/time.ts'
import { Row } from '#web/layout/Layout.tsx'
import { formatDate, formatMoney } from '#web/values/format.ts'
import { equalParts, leastFirst, type PlanPart } from '../model/plan.ts'

const COUNTS = [2, 3, 4, 6]
const MONTH_DAYS = 30
interface PlanProps {
  line: { owed: number; yearEnd: string }
  firstPercent: number
  value: readonly PlanPart[]
  onChange: (plan: PlanPart[]) => void
}
/** Days a month apart, the last not after the school year. */
const daysOf = (count: number, yearEnd: string): string[] =>
  Array.from({ length: count }, (_, n) => addDays(schoolDate(Date.now()), 7 + n * MONTH_DAYS)).map((day, n) => (day > yearEnd ? addDays(yearEnd, n - count + 1) : day))
/** An instalment plan: how many parts, each with day and amount; the sum is compared at once. */
export function PlanInput({ line, firstPercent, value, onChange }: PlanProps) {
  const { owed, yearEnd } = line
  useEffect(() => {
    if (!value.length) onChange(equalParts(owed, daysOf(3, yearEnd)))
  }, [value.length, owed, yearEnd, onChange])
  const sum = value.reduce((total, part) => total + part.amount, 0)
  return (
    <Sheet
      title={t('分几期')}
      actions={
        <Segmented
          aria-label={t('分几期')}
          value={value.length}
          options={COUNTS.map(n => ({ value: n, label: t('{{n}} 期', { n }) }))}
          onChange={n => onChange(equalParts(owed, daysOf(n, yearEnd)))}
        />
      }
    >
      <EditedRows rows={value} onChange={onChange}>
        {(part, { at, put }) => (
          <Row spread="between">
            <DatePicker
              value={fromDate(part.date)}
              onChange={day => put({ ...part, date: toDate(day) ?? part.date })}
              inputReadOnly
              allowClear={false}
              aria-label={t('第 {{n}} 期的日期', { n: at + 1 })}
            />
            <InputNumber
              aria-label={t('第 {{n}} 期的金额', { n: at + 1 })}
              value={part.amount / 100}
              onChange={yuan => put({ ...part, amount: Math.round((yuan ?? 0) * 100) })}
              min={0.01}
              precision={2}
            />
          </Row>
        )}
      </EditedRows>
      <p className="ql-help" role="status">
        {t('合计 {{sum}}，应缴 {{owed}}；第一期至少 {{least}}，最晚 {{day}}。', {
          sum: formatMoney(sum),
          owed: formatMoney(owed),
          least: formatMoney(leastFirst({ owed, firstPercent })),
          day: formatDate(yearEnd),
        })}
      </p>
    </Sheet>
  )
}
