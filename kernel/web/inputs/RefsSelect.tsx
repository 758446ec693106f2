import { Select } from 'antd'
import { useState } from 'react'
import { t } from '#web/i18n/index.ts'
import { MISSING } from '#web/values/format.ts'
import { nameOf, useRefItems, useSettled } from './refItems.ts'

interface RefsSelectProps {
  /** Entity whose rows are offered; with `role`, of accounts only those that hold it. */
  to: string
  role?: string | undefined
  where?: Readonly<Record<string, string | null | undefined>>
  value: readonly string[]
  onChange: (ids: string[]) => void
  id?: string
  placeholder?: string
  disabled?: boolean
  status?: '' | 'error'
  'aria-label'?: string
  'aria-describedby'?: string
}
/** Several rows of another entity, found by a part of their name or number. */
export function RefsSelect({ to, role, where, value, onChange, ...rest }: RefsSelectProps) {
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const keyword = useSettled(typed.trim(), 250)
  const offered = useRefItems(to, { ...where, role, ...(keyword ? { keyword } : {}) }, isOpen)
  const chosen = useRefItems(to, { role, 'id.in': value.join(',') }, value.length > 0)
  const items = new Map([...(chosen.data ?? []), ...(offered.data ?? [])].map(item => [item.id, item]))
  const text = (id: string): string => {
    const item = items.get(id)
    return item ? nameOf(to, item) : chosen.isPending ? t('正在取名称') : MISSING
  }
  return (
    <Select
      {...rest}
      mode="multiple"
      className="ql-wide"
      value={[...value]}
      options={[...new Set([...value, ...(offered.data ?? []).map(item => item.id)])].map(id => ({ value: id, label: text(id) }))}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      loading={offered.isFetching}
      maxTagCount="responsive"
      notFoundContent={offered.isPending ? t('正在取数') : t('没有符合的选项')}
      onOpenChange={setOpen}
      onChange={onChange}
    />
  )
}
