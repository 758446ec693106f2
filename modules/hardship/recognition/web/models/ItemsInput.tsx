import { Button, Input, InputNumber, Tag } from 'antd'
import { Plus, Trash2 } from 'lucide-react'
import { EditedRows } from '#web/forms/EditedRows.tsx'
import type { DrawnInput } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { FACTORS, type IndexItem, type IndexOption, SOURCES } from '../../model/index-model.ts'

const asked = (n: number): IndexItem => ({
  ...{ key: `q${n}`, factor: 'other', question: '', why: null, source: 'asked', weight: 5 },
  options: [
    { key: 'a', label: t('是'), points: 100 },
    { key: 'b', label: t('否'), points: 0 },
  ],
})
/** Questions with their weights, which sum to 100, and the points of their options. */
export function ItemsInput({ value, onChange, disabled }: DrawnInput) {
  const items = (value ?? []) as readonly IndexItem[] // the field's declared type
  const sum = items.reduce((total, i) => total + i.weight, 0)
  return (
    <Stack gap={3}>
      <EditedRows rows={items} onChange={onChange}>
        {(item, { put, drop }) => (
          <section aria-label={item.question}>
            <Row spread="between">
              <Row>
                <Tag>{t(FACTORS[item.factor])}</Tag>
                <span className="ql-quiet">{t(SOURCES[item.source])}</span>
              </Row>
              <Row>
                <InputNumber
                  aria-label={t('权重')}
                  prefix={t('权重')}
                  disabled={disabled}
                  min={1}
                  max={100}
                  precision={0}
                  value={item.weight}
                  onChange={weight => put({ ...item, weight: weight ?? 1 })}
                />
                <Button type="text" disabled={disabled} icon={<Trash2 size={16} />} aria-label={t('删除{{name}}', { name: item.question })} onClick={drop} />
              </Row>
            </Row>
            <Input aria-label={t('问题')} disabled={disabled} value={item.question} maxLength={120} onChange={e => put({ ...item, question: e.target.value })} />
            <Input
              aria-label={t('为什么问')}
              placeholder={t('为什么问')}
              disabled={disabled}
              value={item.why ?? ''}
              maxLength={200}
              onChange={e => put({ ...item, why: e.target.value || null })}
            />
            <Options of={item.options} disabled={disabled} onChange={options => put({ ...item, options })} />
          </section>
        )}
      </EditedRows>
      <Row spread="between">
        <Button disabled={disabled} icon={<Plus size={16} />} onClick={() => onChange([...items, asked(items.length + 1)])}>
          {t('添加提问')}
        </Button>
        <b className={sum === 100 ? 'ql-quiet' : undefined}>{t('权重合计 {{sum}}', { sum })}</b>
      </Row>
    </Stack>
  )
}
function Options({ of, disabled, onChange }: { of: readonly IndexOption[]; disabled: boolean; onChange: (next: IndexOption[]) => void }) {
  return (
    <EditedRows rows={of} onChange={onChange}>
      {(option, { put }) => (
        <Row spread="between">
          <Input style={{ flex: 1 }} aria-label={t('选项')} disabled={disabled} value={option.label} maxLength={60} onChange={e => put({ ...option, label: e.target.value })} />
          <InputNumber
            aria-label={t('分')}
            suffix={t('分')}
            disabled={disabled}
            min={0}
            max={100}
            precision={0}
            value={option.points}
            onChange={points => put({ ...option, points: points ?? 0 })}
          />
        </Row>
      )}
    </EditedRows>
  )
}
