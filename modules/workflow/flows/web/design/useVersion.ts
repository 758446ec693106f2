import { useMemo } from 'react'
import type { Read } from '#web/feedback/Loaded.tsx'
import { useRead } from '#web/records/useRead.ts'
import { flowOf } from '../../model/process-design.ts'
import { type Flow, flowFrom } from './types.ts'

/** The current flow, or its published version `no`. */
export function useVersion(id: string, no: number | undefined, enabled = true): { flow: Flow | undefined; read: Read<unknown> } {
  const read = useRead(flowOf, { id, ...(no === undefined ? {} : { no }) }, { enabled })
  const { data } = read
  const flow = useMemo(() => (data && enabled ? flowFrom(data) : undefined), [data, enabled])
  return { flow, read }
}
