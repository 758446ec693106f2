import { useQuery } from '@tanstack/react-query'
import type { Dictionary } from '#model'
import { get } from '#web/http/index.ts'
import { port } from '#web/http/ports.ts'
import { isTranslated, language, t } from '#web/i18n/index.ts'

export interface DictItem {
  key: string
  label: string
  /** Disabled items still label old rows but are not offered in selects. */
  isEnabled: boolean
}
interface WireItem {
  dictionaryKey: string
  dictionaryValue: string
  isEnabled?: boolean
}
/** Dictionary items of the school; the built-in ones until they are loaded, as far as the page has their names. Revalidated by ETag. */
export function useDict(of: Dictionary): readonly DictItem[] {
  const { data } = useQuery({
    queryKey: ['dict', of.code, language()],
    queryFn: ({ signal }) => get<WireItem[]>(port('codeSet'), { code: of.code }, { signal, quiet: true }),
    meta: { inPlace: true },
    staleTime: 600_000,
    gcTime: Number.POSITIVE_INFINITY,
    select: fromWire,
  })
  return data?.length ? data : declared(of)
}
const fromWire = (items: WireItem[]): DictItem[] => items.map(i => ({ key: i.dictionaryKey, label: i.dictionaryValue, isEnabled: i.isEnabled !== false }))
const declared = (of: Dictionary): DictItem[] => of.items.filter(i => isTranslated(i.value)).map(i => ({ key: i.key, label: t(i.value), isEnabled: true }))

/** Label of a code; the code itself if unknown. */
export const dictLabel = (items: readonly DictItem[], key: string): string => items.find(i => i.key === key)?.label ?? key
