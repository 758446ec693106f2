import { Select } from 'antd'
import { useMemo, useState } from 'react'
import { failureText } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { nameOf, type RefItem, useRefItem, useRefItems, useSettled } from './refItems.ts'

export { nameOf, type RefItem, useRefItem, useRefItems, useSettled } from './refItems.ts'

interface RefSelectProps {
  /** Entity whose rows are offered; with `role`, of accounts only those that hold it. */
  to: string
  role?: string | undefined
  value: string | null | undefined
  onChange: (id: string | null, item: RefItem | undefined) => void
  /** Label of the selected row, if the page has it; saves a request. */
  label?: string | null
  /** Restricts the options, e.g. to the majors of one department. */
  where?: Readonly<Record<string, string | null | undefined>>
  id?: string
  placeholder?: string
  disabled?: boolean
  allowClear?: boolean
  status?: '' | 'error'
  className?: string
  autoFocus?: boolean
  defaultOpen?: boolean
  'aria-label'?: string
  'aria-describedby'?: string
}
/** Select box of a reference: searches rows by part of their name or number. */
export function RefSelect({ to, role, value, onChange, label, where, allowClear = true, ...rest }: RefSelectProps) {
  const [isOpen, setOpen] = useState(rest.defaultOpen ?? false)
  const [typed, setTyped] = useState('')
  const keyword = useSettled(typed.trim(), 250)
  const items = useRefItems(to, { ...where, role, ...(keyword ? { keyword } : {}) }, isOpen)
  const chosen = useRefItem(to, label ? null : value, role)
  const options = useMemo(() => {
    const offered = (items.data ?? []).map(item => ({ value: item.id, label: nameOf(to, item), item }))
    if (!value || offered.some(o => o.value === value)) return offered
    return [{ value, label: label ?? (chosen ? nameOf(to, chosen) : t('正在取名称')), item: chosen }, ...offered]
  }, [items.data, value, label, chosen, to])
  return (
    <Select
      {...rest}
      value={value ?? null}
      options={options}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      allowClear={allowClear}
      loading={items.isFetching}
      popupMatchSelectWidth={false}
      styles={{ popup: { root: { minWidth: 200, maxWidth: 420 } } }}
      notFoundContent={items.error ? failureText(items.error) : items.isPending ? t('正在取数') : t('没有符合的选项')}
      onOpenChange={open => {
        setOpen(open)
        if (open) setTyped('')
      }}
      onChange={(id: string | null) => onChange(id ?? null, options.find(o => o.value === id)?.item)}
    />
  )
}
