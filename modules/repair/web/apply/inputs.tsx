import { Button, Checkbox, Input, TreeSelect } from 'antd'
import { useMemo, useState } from 'react'
import { DAY_MS } from '#model/days.ts'
import { schoolDate } from '#model/school-time.ts'
import type { DrawnInput } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { useRefItems } from '#web/inputs/refItems.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { ScanButton } from '#web/scan/ScanButton.tsx'
import { formatDay } from '#web/values/format.ts'
import { type TypeNode, typeTree } from '../../model/faults.ts'
import type { Slot } from '../../model/order.ts'
import { useBefore } from './Before.tsx'

const MOST_SUGGESTED = 4
interface TypeItem {
  id: string
  label: string
  keywords?: string | null
}
/** Types whose keywords occur in what was written. */
export function suggested(words: string, types: readonly TypeItem[]): TypeItem[] {
  const text = words.toLowerCase()
  const hits = types.map(type => ({ type, n: (type.keywords ?? '').split(/\s+/).filter(word => word && text.includes(word.toLowerCase())).length }))
  return hits
    .filter(h => h.n)
    .sort((a, b) => b.n - a.n)
    .slice(0, MOST_SUGGESTED)
    .map(h => h.type)
}
/** Only leaves can be chosen. */
const leavesOnly = (nodes: readonly TypeNode[]): object[] => nodes.map(n => ({ value: n.id, title: n.name, selectable: !n.children.length, children: leavesOnly(n.children) }))

/** The type of a fault, suggested by the words of its description. */
export function TypeInput({ id, value, onChange, disabled, status, values }: DrawnInput) {
  const { data: tree = [] } = useRead(typeTree, {})
  const { data: items } = useRefItems('repairType', {}, true)
  const offered = suggested(`${values.title ?? ''}${values.description ?? ''}`, (items ?? []) as unknown as TypeItem[]) // the select answers these fields
  const treeData = useMemo(() => leavesOnly(tree as unknown as TypeNode[]), [tree])
  return (
    <Stack gap={2}>
      <Row>
        {offered.map(o => (
          <Button key={o.id} size="small" type={o.id === value ? 'primary' : 'default'} disabled={disabled} onClick={() => onChange(o.id)}>
            {o.label}
          </Button>
        ))}
      </Row>
      <TreeSelect
        id={id}
        value={typeof value === 'string' ? value : null}
        treeData={treeData}
        status={status}
        disabled={disabled}
        showSearch={{ treeNodeFilterProp: 'title' }}
        treeDefaultExpandAll={false}
        placeholder={t('选择类型')}
        onChange={next => onChange(next ?? null)}
      />
    </Stack>
  )
}
const SPANS = [
  ['08:00', '12:00', '上午'],
  ['12:00', '14:00', '中午'],
  ['14:00', '18:00', '下午'],
  ['18:00', '21:00', '晚上'],
] as const
const DAYS = 3
/** Spans of the next three days that are not over. */
export function offeredSlots(now = Date.now()): Slot[] {
  return Array.from({ length: DAYS }, (_, n) => schoolDate(now + n * DAY_MS)).flatMap(date =>
    SPANS.map(([from, to]) => ({ date, from, to })).filter(s => Date.parse(`${s.date}T${s.to}:00+08:00`) > now),
  )
}
const keyOf = (s: Slot): string => `${s.date} ${s.from} ${s.to}`
export function SlotsInput({ value, onChange, disabled }: DrawnInput) {
  const [slots] = useState(() => new Map(offeredSlots().map(s => [keyOf(s), s])))
  const label = (s: Slot): string => `${formatDay(s.date)} ${t(SPANS.find(([from]) => from === s.from)?.[2] ?? '')}`
  return (
    <Checkbox.Group
      disabled={disabled}
      value={((value ?? []) as Slot[]).map(keyOf)} // the field's declared type
      options={[...slots].map(([key, s]) => ({ value: key, label: label(s) }))}
      onChange={keys => onChange(keys.flatMap(key => slots.get(key) ?? []))}
    />
  )
}
/** The own room, or one whose door code was scanned. */
export function RoomInput({ room, onScanned }: { room: string | null; onScanned: (doorCode: string) => void }) {
  const take = (text: string): boolean => {
    const code = URL.canParse(text) ? new URL(text).searchParams.get('code') : null
    if (code) onScanned(code)
    return code !== null
  }
  return (
    <Row>
      {room ?? t('你还没有入住，请扫门牌码')}
      <ScanButton title={t('扫门牌码')} help={t('对准要报修的房间门上的二维码')} other={t('这不是门牌码')} onRead={take}>
        {t('扫门牌码')}
      </ScanButton>
    </Row>
  )
}
/** What the chosen type asks further. */
export function AnswersInput({ value, onChange, disabled, values }: DrawnInput) {
  const { data } = useBefore(values)
  const given = (value ?? {}) as Record<string, string> // the field's declared type
  return (data?.questions ?? []).map(q => (
    <Input key={q} aria-label={q} placeholder={q} disabled={disabled} maxLength={100} value={given[q] ?? ''} onChange={e => onChange({ ...given, [q]: e.target.value })} />
  ))
}
/** Asked only where the same was reported already (20-R1). */
export function NewInput({ value, onChange, disabled, values }: DrawnInput) {
  const { data } = useBefore(values)
  if (!data?.similar.length) return null
  return (
    <Checkbox disabled={disabled} checked={value === true} onChange={e => onChange(e.target.checked)}>
      {t('不是同一故障，仍要报修')}
    </Checkbox>
  )
}
