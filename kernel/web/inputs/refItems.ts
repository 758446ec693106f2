import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { entityNamed, hasEntity } from '#model'
import { get } from '#web/http/index.ts'
import { port } from '#web/http/ports.ts'
import { language, t } from '#web/i18n/index.ts'
import { entityKey, namedAddress } from '#web/values/address.ts'

export interface RefItem {
  id: string
  value: string
  label: string
  [field: string]: unknown
}
/** 周雨桐 2301050218: people are shown with their number, to distinguish namesakes. */
export function nameOf(to: string, item: RefItem): string {
  const number = [item.xh, item.gh, item.studentNo, item.staffNo, item.accountNo].find(v => typeof v === 'string' && v)
  return number && number !== item.label ? `${item.label ?? '—'} ${number}` : (item.label ?? (hasEntity(to) ? t(entityNamed(to).label) : item.id))
}
type RefFilters = Readonly<Record<string, string | null | undefined>>
/** Query of a reference's options; of accounts, with `role`, of those that hold it. */
const itemsQuery = (to: string, { role, ...query }: RefFilters, size: { size?: number } = {}) => ({
  queryKey: [...entityKey(to), 'select', language(), role ? { role } : query],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    role ? get<RefItem[]>(port('roleHolders'), { role }, { signal, quiet: true }) : get<RefItem[]>(namedAddress(to, 'getSelect'), { ...size, ...query }, { signal, quiet: true }),
  select: (items: RefItem[]) => (role ? items.filter(({ label }) => label.includes(query.keyword ?? '')) : items),
  meta: { inPlace: true },
})
/** Options of a reference select; fetched when it is opened. */
export const useRefItems = (to: string, query: RefFilters, enabled = true) =>
  useQuery({ ...itemsQuery(to, query, { size: 50 }), enabled, staleTime: 30_000, placeholderData: keepPreviousData })
/** Option for a known id. */
export function useRefItem(to: string, id: string | null | undefined, role?: string): RefItem | undefined {
  const { data } = useQuery({ ...itemsQuery(to, { id, role }), enabled: Boolean(id), staleTime: 60_000 })
  return data?.find(item => item.id === id)
}
/** Debounced value. */
export function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
