import { Button, Input, InputNumber } from 'antd'
import { Plus, X } from 'lucide-react'
import { EditedRows } from '#web/forms/EditedRows.tsx'
import type { DrawnInput } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'

interface Size {
  code: string
  heightFrom: number | null
  heightTo: number | null
  weightFrom: number | null
  weightTo: number | null
}
const SPANS = [
  ['heightFrom', '身高从'],
  ['heightTo', '身高到'],
  ['weightFrom', '体重从'],
  ['weightTo', '体重到'],
] as const
const EMPTY: Size = { code: '', heightFrom: null, heightTo: null, weightFrom: null, weightTo: null }
/** Sizes from the smallest, each with the heights and weights that it fits. */
export function SizesInput({ value, onChange, disabled, status }: DrawnInput) {
  const rows = (Array.isArray(value) ? value : []) as Size[]
  return (
    <Stack gap={2}>
      <EditedRows rows={rows} onChange={onChange}>
        {(one, row) => (
          <Row gap={2}>
            <Input
              aria-label={t('尺码 {{n}}', { n: row.at + 1 })}
              placeholder={t('尺码')}
              maxLength={20}
              value={one.code}
              status={status}
              disabled={disabled}
              onChange={e => row.put({ ...one, code: e.target.value })}
            />
            {SPANS.map(([name, label]) => (
              <InputNumber
                key={name}
                aria-label={`${t(label)} ${row.at + 1}`}
                placeholder={t(label)}
                min={0}
                max={300}
                value={one[name]}
                disabled={disabled}
                onChange={n => row.put({ ...one, [name]: n })}
              />
            ))}
            <Button type="text" aria-label={t('去掉 {{n}}', { n: row.at + 1 })} icon={<X size={15} />} disabled={disabled} onClick={row.drop} />
          </Row>
        )}
      </EditedRows>
      <Button type="dashed" icon={<Plus size={14} />} disabled={disabled} onClick={() => onChange([...rows, EMPTY])}>
        {t('增加尺码')}
      </Button>
    </Stack>
  )
}
