import { useMemo } from 'react'
import { useRead } from '#web/records/useRead.ts'
import { flowOf } from '../../model/process-design.ts'
import { type Flow, flowFrom } from './types.ts'

/** The current flow, or its published version `no`. */
export function useVersion(id: string, no: number | undefined, enabled = true): { flow: Flow | undefined; error: Error | null; failedAt: number; reload: () => void } {
  const { data, error, errorUpdatedAt, refetch, isPlaceholderData } = useRead(flowOf, { id, ...(no === undefined ? {} : { no }) }, { enabled })
  const isThis = enabled && !isPlaceholderData
  const flow = useMemo(() => (data && isThis ? flowFrom(data) : undefined), [data, isThis])
  return { flow, error, failedAt: errorUpdatedAt, reload: () => void refetch() }
}
