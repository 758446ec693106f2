import { Button, Input, InputNumber, Select } from 'antd'
import { Plus, X } from 'lucide-react'
import { EditedRows } from '#web/forms/EditedRows.tsx'
import type { DrawnInput } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { AMOUNT_FIGURES } from '../model/award-item.ts'

interface Level {
  name: string
  amount: number | null
  figure: keyof typeof AMOUNT_FIGURES | null
  share: number | null
}
const FEN = 100
/** Levels of an item: each with an amount or what the state sets, and its share of the seats. */
export function LevelsInput({ value, onChange, disabled, status }: DrawnInput) {
  const rows = (Array.isArray(value) ? value : []) as Level[]
  return (
    <Stack gap={2}>
      <EditedRows rows={rows} onChange={onChange}>
        {(one, row) => (
          <Row gap={2}>
            <Input
              aria-label={t('等级')}
              placeholder={t('等级')}
              maxLength={20}
              value={one.name}
              status={status}
              disabled={disabled}
              onChange={e => row.put({ ...one, name: e.target.value })}
            />
            <InputNumber
              aria-label={t('金额')}
              placeholder={t('金额')}
              prefix="¥"
              min={0}
              value={one.amount === null ? null : one.amount / FEN}
              disabled={disabled || one.figure !== null}
              onChange={yuan => row.put({ ...one, amount: yuan === null ? null : Math.round(yuan * FEN) })}
            />
            <Select
              aria-label={t('国家标准')}
              placeholder={t('国家标准')}
              allowClear
              popupMatchSelectWidth={false}
              value={one.figure}
              disabled={disabled}
              options={Object.entries(AMOUNT_FIGURES).map(([code, label]) => ({ value: code as keyof typeof AMOUNT_FIGURES, label: t(label) }))}
              onChange={figure => row.put({ ...one, figure: figure ?? null, amount: figure ? null : one.amount })}
            />
            <InputNumber
              aria-label={t('占名额（%）')}
              placeholder={t('占名额（%）')}
              min={1}
              max={100}
              value={one.share}
              disabled={disabled}
              onChange={share => row.put({ ...one, share })}
            />
            <Button type="text" aria-label={t('去掉')} icon={<X size={15} />} disabled={disabled} onClick={row.drop} />
          </Row>
        )}
      </EditedRows>
      <Button type="dashed" icon={<Plus size={14} />} disabled={disabled} onClick={() => onChange([...rows, { name: '', amount: null, figure: null, share: null }])}>
        {t('增加等级')}
      </Button>
    </Stack>
  )
}
