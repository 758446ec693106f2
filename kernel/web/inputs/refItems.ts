import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { entityNamed, hasEntity } from '#model'
import { get } from '#web/http/index.ts'
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
  const number = [item.xh, item.gh, item.studentNo, item.staffNo].find(v => typeof v === 'string' && v)
  return number && number !== item.label ? `${item.label ?? '—'} ${number}` : (item.label ?? (hasEntity(to) ? t(entityNamed(to).label) : item.id))
}
/** Options of a reference select; fetched when it is opened. */
export const useRefItems = (to: string, query: Readonly<Record<string, string | null | undefined>>, enabled = true) =>
  useQuery({
    queryKey: [...entityKey(to), 'select', language(), query],
    queryFn: ({ signal }) => get<RefItem[]>(namedAddress(to, 'getSelect'), { size: 50, ...query }, { signal, quiet: true }),
    meta: { inPlace: true },
    enabled,
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  })
/** Option for a known id. */
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
/** Debounced value. */
export function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
