import { Button, Input, InputNumber, Select } from 'antd'
import { Plus, X } from 'lucide-react'
import { EditedRows } from '#web/forms/EditedRows.tsx'
import type { DrawnInput } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { formatMoney } from '#web/values/format.ts'
import { amountOf, type BudgetLine, linesOf, plannedOf, SOURCES, type Source } from '../../model/budget.ts'
import style from './money.module.css'

interface BudgetProps extends DrawnInput {
  /** Whether a society organises it, so that a fund can pay. */
  hasFund: boolean
  /** What its fund has left, where that is known. */
  free?: number | null | undefined
}
/** What it will cost, line by line, with its sums. */
export function BudgetInput({ id, value, onChange, disabled, describedBy, hasFund, free }: BudgetProps) {
  const rows = linesOf(value as BudgetLine[] | null)
  const sources = (Object.keys(SOURCES) as Source[]).filter(s => hasFund || s !== 'society')
  const add = () => onChange([...rows, { item: '', quantity: 1, price: 0, source: rows.at(-1)?.source ?? sources[0] ?? 'other' }])
  const ofFund = plannedOf(rows, 'society')
  return (
    <Stack gap={2} id={id} aria-describedby={describedBy}>
      <EditedRows rows={rows} onChange={onChange}>
        {(row, { at, put, drop }) => (
          <div className={style.line}>
            <Input
              className={style.item}
              aria-label={t('第 {{n}} 项的名称', { n: at + 1 })}
              placeholder={t('项目')}
              maxLength={60}
              disabled={disabled}
              value={row.item}
              onChange={e => put({ ...row, item: e.target.value })}
            />
            <Select
              aria-label={t('第 {{n}} 项的来源', { n: at + 1 })}
              disabled={disabled}
              value={row.source}
              options={sources.map(s => ({ value: s, label: t(SOURCES[s]) }))}
              onChange={source => put({ ...row, source })}
            />
            <InputNumber
              aria-label={t('第 {{n}} 项的件数', { n: at + 1 })}
              min={1}
              max={10_000}
              precision={0}
              disabled={disabled}
              value={row.quantity}
              onChange={quantity => put({ ...row, quantity: quantity ?? 1 })}
            />
            <InputNumber
              aria-label={t('第 {{n}} 项的单价', { n: at + 1 })}
              prefix="¥"
              min={0}
              max={100_000}
              precision={2}
              disabled={disabled}
              value={row.price ? row.price / 100 : null}
              placeholder={t('单价')}
              onChange={yuan => put({ ...row, price: Math.round((yuan ?? 0) * 100) })}
            />
            <span className={style.amount}>{formatMoney(amountOf(row))}</span>
            <Button type="text" aria-label={t('去掉第 {{n}} 项', { n: at + 1 })} icon={<X size={15} />} disabled={disabled} onClick={drop} />
          </div>
        )}
      </EditedRows>
      <Row spread="between">
        <Button type="dashed" icon={<Plus size={14} />} disabled={disabled} onClick={add}>
          {t('增加一项预算')}
        </Button>
        {rows.length ? (
          <output>
            <b>{t('合计 {{sum}}', { sum: formatMoney(plannedOf(rows)) })}</b>
            {ofFund ? ` · ${t('社团经费 {{sum}}', { sum: formatMoney(ofFund) })}` : ''}
            {ofFund && typeof free === 'number' ? ` · ${t('可用 {{free}}', { free: formatMoney(free) })}` : ''}
          </output>
        ) : null}
      </Row>
    </Stack>
  )
}
