import { Select } from 'antd'
import { useState } from 'react'
import type { CustomScope } from '#model/scope-order.ts'
import { t } from '#web/i18n/index.ts'
import { useRefItems } from '#web/inputs/RefSelect.tsx'
import manyRefsStyle from './many-refs.module.css'
import style from './system.module.css'

const PARTS = [
  ['campusIds', 'campus', '校区'],
  ['departmentIds', 'department', '部门'],
  ['classIds', 'stuClass', '班级'],
  ['buildingIds', 'building', '楼宇'],
] as const

/** Campuses, departments, classes and buildings of a custom scope. */
export function CustomScopeInput({ value, disabled, onChange }: { value: CustomScope | null; disabled: boolean; onChange: (next: CustomScope) => void }) {
  return (
    <div className={style.custom}>
      {PARTS.map(([key, to, label]) => (
        <ManyRefs key={key} to={to} label={t(label)} value={value?.[key] ?? []} disabled={disabled} onChange={ids => onChange({ ...value, [key]: ids })} />
      ))}
    </div>
  )
}
export interface ManyRefsProps {
  to: string
  label: string
  value: readonly string[]
  onChange: (ids: string[]) => void
  disabled?: boolean
  where?: Readonly<Record<string, string>>
  /** Text of an item where its label alone is ambiguous. */
  nameOf?: (item: Record<string, unknown> & { label: string }) => string
}
/** Multi-select of another entity with search. */
export function ManyRefs({ to, label, value, onChange, disabled, where, nameOf }: ManyRefsProps) {
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const offered = useRefItems(to, { ...where, ...(typed ? { keyword: typed } : {}) }, isOpen)
  const chosen = useRefItems(to, { 'id.in': value.join(',') }, value.length > 0)
  const items = new Map([...(chosen.data ?? []), ...(offered.data ?? [])].map(i => [i.id, i]))
  const text = (id: string): string => {
    const item = items.get(id)
    return item ? (nameOf?.(item) ?? item.label) : t('正在取名称')
  }
  return (
    <div className={manyRefsStyle.many} data-many>
      <span>{label}</span>
      <Select
        mode="multiple"
        aria-label={label}
        disabled={disabled === true}
        value={[...value]}
        options={[...new Set([...value, ...(offered.data ?? []).map(i => i.id)])].map(id => ({ value: id, label: text(id) }))}
        showSearch={{ filterOption: false, onSearch: setTyped }}
        loading={offered.isFetching}
        maxTagCount="responsive"
        placeholder={t('输入名称查找')}
        onOpenChange={setOpen}
        onChange={onChange}
      />
    </div>
  )
}
