import { Button, Input, InputNumber, Select } from 'antd'
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { EditedRows } from '#web/forms/EditedRows.tsx'
import type { DrawnInput } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { EXAMPLE, FIXED_LENGTHS, lengthOf, mostOf, numberOf, SEGMENT_KINDS, type Segment, type SegmentKind } from '../model/segments.ts'
import style from './numbers.module.css'

const KINDS = Object.entries(SEGMENT_KINDS) as Array<[SegmentKind, string]>
const segmentsOf = (value: unknown): readonly Segment[] => (Array.isArray(value) ? value : [])
const swapped = (rows: readonly Segment[], at: number, by: -1 | 1): Segment[] => {
  const next = [...rows]
  const [one] = next.splice(at, 1)
  if (one) next.splice(at + by, 0, one)
  return next
}
/** A number made by these segments, its parts apart. */
export function Example({ of, grade }: { of: unknown; grade?: unknown }) {
  const segments = segmentsOf(of)
  const codes = typeof grade === 'number' ? { ...EXAMPLE, grade } : EXAMPLE
  const ends = segments.map((_, n) => numberOf(segments.slice(0, n + 1), codes, 1))
  return (
    <span className={style.example}>
      {segments.map((s, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: drawn anew with every change
        <span key={n} title={t(SEGMENT_KINDS[s.kind])}>
          {ends[n]?.slice(ends[n - 1]?.length ?? 0)}
        </span>
      ))}
    </span>
  )
}
/** The rule builder: segments one below the other, with the number they make. */
export function SegmentsInput({ value, values, onChange, disabled }: DrawnInput) {
  const rows = segmentsOf(value)
  return (
    <Stack gap={2}>
      <p className={style.live} aria-live="polite">
        <Example of={rows} grade={values.grade} />
        <small>{t('共 {{length}} 位，每个范围最多 {{most}} 人', { length: lengthOf(rows), most: mostOf(rows) })}</small>
      </p>
      <EditedRows rows={rows} onChange={onChange}>
        {(row, { at, put, drop }) => (
          <Row>
            <Select
              className="ql-wide"
              aria-label={t('种类')}
              disabled={disabled}
              value={row.kind}
              options={KINDS.map(([kind, label]) => ({ value: kind, label: t(label) }))}
              onChange={kind => put({ kind, length: FIXED_LENGTHS[kind] ?? row.length })}
            />
            <InputNumber
              aria-label={t('位数')}
              min={1}
              max={12}
              precision={0}
              disabled={disabled || FIXED_LENGTHS[row.kind] !== undefined || row.kind === 'fixed'}
              value={row.length}
              suffix={t('位')}
              onChange={length => put({ ...row, length: length ?? 1 })}
            />
            {row.kind === 'fixed' ? (
              <Input
                aria-label={t('字符')}
                placeholder={t('字符')}
                maxLength={12}
                disabled={disabled}
                value={row.value ?? ''}
                onChange={e => put({ ...row, value: e.target.value, length: Math.max(1, e.target.value.length) })}
              />
            ) : null}
            <Button type="text" aria-label={t('上移')} icon={<ArrowUp size={15} />} disabled={disabled || at === 0} onClick={() => onChange(swapped(rows, at, -1))} />
            <Button
              type="text"
              aria-label={t('下移')}
              icon={<ArrowDown size={15} />}
              disabled={disabled || at === rows.length - 1}
              onClick={() => onChange(swapped(rows, at, 1))}
            />
            <Button type="text" aria-label={t('删除')} icon={<Trash2 size={15} />} disabled={disabled} onClick={drop} />
          </Row>
        )}
      </EditedRows>
      <Button icon={<Plus size={15} />} disabled={disabled || rows.length >= 12} onClick={() => onChange([...rows, { kind: 'fixed', length: 1, value: '0' }])}>
        {t('加一段')}
      </Button>
    </Stack>
  )
}
