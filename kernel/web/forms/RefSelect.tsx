import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { entityNamed, hasEntity } from '#model'
import { failureText, get } from '#web/http/index.ts'
import { language, t } from '#web/i18n/index.ts'
import { entityKey, namedAddress } from '#web/records/address.ts'

export interface RefItem {
  id: string
  value: string
  label: string
  [field: string]: unknown
}
interface RefSelectProps {
  /** Entity whose rows are offered. */
  to: string
  value: string | null | undefined
  onChange: (id: string | null, item: RefItem | undefined) => void
  /** Name of the chosen row where the page knows it, so that it need not be asked for. */
  label?: string | null
  /** Only rows that match: the majors of one department. */
  where?: Readonly<Record<string, string | null | undefined>>
  id?: string
  placeholder?: string
  disabled?: boolean
  allowClear?: boolean
  status?: '' | 'error'
  className?: string
  'aria-label'?: string
  'aria-describedby'?: string
}
/** A row of another entity, found by typing part of its name or number. */
export function RefSelect({ to, value, onChange, label, where, allowClear = true, ...rest }: RefSelectProps) {
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const keyword = useSettled(typed.trim(), 250)
  const items = useRefItems(to, { ...where, ...(keyword ? { keyword } : {}) }, isOpen)
  const chosen = useRefItem(to, label ? null : value)
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
/** 周雨桐 2301050218: people come with their number, which tells namesakes apart. */
function nameOf(to: string, item: RefItem): string {
  const number = [item.xh, item.gh, item.studentNo, item.staffNo].find(v => typeof v === 'string' && v)
  return number && number !== item.label ? `${item.label ?? '—'} ${number}` : (item.label ?? (hasEntity(to) ? t(entityNamed(to).label) : item.id))
}
/** Items of a select box; asked for once it is opened. */
export const useRefItems = (to: string, query: Readonly<Record<string, string | null | undefined>>, enabled = true) =>
  useQuery({
    queryKey: [...entityKey(to), 'select', language(), query],
    queryFn: ({ signal }) => get<RefItem[]>(namedAddress(to, 'getSelect'), { size: 50, ...query }, { signal, quiet: true }),
    meta: { inPlace: true },
    enabled,
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  })
/** The item of one known id. */
export function useRefItem(to: string, id: string | null | undefined): RefItem | undefined {
  const { data } = useQuery({
    queryKey: [...entityKey(to), 'select', language(), { id }],
    queryFn: ({ signal }) => get<RefItem[]>(namedAddress(to, 'getSelect'), { id }, { signal, quiet: true }),
    meta: { inPlace: true },
    enabled: Boolean(id),
    staleTime: 60_000,
  })
  return data?.find(item => item.id === id)
}
/** A value once it has stood still for a while. */
export function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
