import { useQuery } from '@tanstack/react-query'
import type { Dictionary } from '#model'
import { get } from '#web/http/index.ts'
import { language, t } from '#web/i18n/index.ts'

export interface DictItem {
  key: string
  label: string
  /** Switched off: labels old rows, leaves selects. */
  isEnabled: boolean
}
interface WireItem {
  dictionaryKey: string
  dictionaryValue: string
  isEnabled?: boolean
}
/** Items of a code set as the school keeps them; until they have come, the ones the program knows. The browser revalidates by ETag. */
export function useDict(of: Dictionary): readonly DictItem[] {
  const { data } = useQuery({
    queryKey: ['dict', of.code, language()],
    queryFn: ({ signal }) => get<WireItem[]>('base/dataDictionary/getDict', { code: of.code }, { signal, quiet: true }),
    meta: { inPlace: true },
    staleTime: 600_000,
    gcTime: Number.POSITIVE_INFINITY,
    select: fromWire,
  })
  return data?.length ? data : declared(of)
}
const fromWire = (items: WireItem[]): DictItem[] => items.map(i => ({ key: i.dictionaryKey, label: i.dictionaryValue, isEnabled: i.isEnabled !== false }))
const declared = (of: Dictionary): DictItem[] => of.items.map(i => ({ key: i.key, label: t(i.value), isEnabled: true }))

/** Word for a code; the code itself where the set does not know it. */
export const dictLabel = (items: readonly DictItem[], key: string): string => items.find(i => i.key === key)?.label ?? key
