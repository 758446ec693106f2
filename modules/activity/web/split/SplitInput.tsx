import { Button, InputNumber, Select } from 'antd'
import { Plus, X } from 'lucide-react'
import { genderCode } from '#model/national.ts'
import { EditedRows } from '#web/forms/EditedRows.tsx'
import type { DrawnInput } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { RefSelect } from '#web/inputs/RefSelect.tsx'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { useDict } from '#web/values/useDict.ts'
import { MOST_SEATS, type Share, type Split, sharesOf, sumOf } from '../../model/split.ts'
import style from './split.module.css'

/** Seats of each group, with what is left for everybody. */
export function SplitInput({ id, value, onChange, values, disabled, describedBy }: DrawnInput) {
  const rows = sharesOf(value as Share[] | null)
  const by = values.splitBy as Split
  const quota = Number(values.quota ?? 0)
  const left = quota - sumOf(rows)
  return (
    <Stack gap={2} id={id} aria-describedby={describedBy}>
      <EditedRows rows={rows} onChange={onChange}>
        {(row, { at, put, drop }) => (
          <div className={style.line}>
            <Group by={by} value={row.key} at={at} disabled={disabled} onChange={key => put({ ...row, key })} />
            <InputNumber
              aria-label={t('第 {{n}} 组的名额', { n: at + 1 })}
              min={1}
              max={MOST_SEATS}
              precision={0}
              disabled={disabled}
              value={row.seats}
              onChange={seats => put({ ...row, seats: seats ?? 1 })}
            />
            <Button type="text" aria-label={t('去掉第 {{n}} 组', { n: at + 1 })} icon={<X size={15} />} disabled={disabled} onClick={drop} />
          </div>
        )}
      </EditedRows>
      <Row spread="between">
        <Button type="dashed" icon={<Plus size={14} />} disabled={disabled} onClick={() => onChange([...rows, { key: '', seats: Math.max(1, left) }])}>
          {t('增加一组')}
        </Button>
        {rows.length ? <output>{left < 0 ? t('比名额多 {{n}} 个', { n: -left }) : t('余下 {{n}} 个谁都可以报', { n: left })}</output> : null}
      </Row>
    </Stack>
  )
}
interface GroupProps {
  by: Split
  value: string
  at: number
  disabled: boolean
  onChange: (key: string) => void
}
const YEARS = 8
function Group({ by, value, at, disabled, onChange }: GroupProps) {
  const genders = useDict(genderCode)
  const label = t('第 {{n}} 组', { n: at + 1 })
  if (by === 'college') return <RefSelect to="department" aria-label={label} allowClear={false} disabled={disabled} value={value || null} onChange={key => onChange(key ?? '')} />
  const year = new Date().getFullYear()
  const grades = Array.from({ length: YEARS }, (_, n) => ({ value: String(year + 1 - n), label: t('{{n}} 级', { n: year + 1 - n }) }))
  const options = by === 'grade' ? grades : genders.filter(g => g.isEnabled).map(g => ({ value: g.key, label: g.label }))
  return <Select aria-label={label} disabled={disabled} value={value || null} options={options} onChange={(key: string) => onChange(key)} />
}
