import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { download, isRefusal } from '#web/http/index.ts'
import { language } from '#web/i18n/index.ts'
import { useRefItems, useSettled } from '#web/inputs/RefSelect.tsx'
import type { Draft } from './draft.ts'
import type { Opened } from './use-template.ts'

export interface Fault {
  field?: string
  msg: string
}
export interface PreviewState {
  rowId: string | null
  choose: (id: string | null) => void
  /** Object URL of the PDF. */
  address: string | undefined
  isPending: boolean
  error: Error | null
  /** Faults of the layout, by block. */
  faults: readonly Fault[]
  refetch: () => void
}
const isFault = (field: string | undefined): boolean => /^(blocks\.|layout|title|pages)/.test(field ?? '')

/** Server-rendered preview, debounced after a change; uses the first visible row until another is chosen. */
export function usePreview({ id, entity }: Opened, draft: Draft): PreviewState {
  const [chosen, choose] = useState<string | null>(null)
  const first = useRefItems(entity, {})
  const rowId = chosen ?? first.data?.[0]?.id ?? null
  const { layout, paper, seal } = useSettled(draft, 500)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['printPreview', id, rowId, language(), layout, paper, seal],
    queryFn: async ({ signal }) => {
      const made = await download('sheet/print/preview', { templateId: id, id: rowId, layout, paper, seal }, { signal, quiet: true })
      return made.kind === 'file' ? made.blob : null
    },
    enabled: !first.isPending,
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    meta: { inPlace: true },
  })
  const faults = isRefusal(error) ? error.errors.filter(e => isFault(e.field)) : []
  return { rowId, choose, address: useAddress(data), isPending: isFetching, error: error && !faults.length ? error : null, faults, refetch: () => void refetch() }
}
/** Object URL of a blob, revoked when replaced. */
function useAddress(blob: Blob | null | undefined): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!blob) return setAddress(undefined)
    const made = URL.createObjectURL(blob)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return address
}
