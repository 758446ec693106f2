import { useMemo } from 'react'
import { useRead } from '#web/records/useRead.ts'
import { processTypes } from '../../model/process-keeping.ts'

/** Kinds of application by their code, in the reader's language. */
export function useTypes(): { names: ReadonlyMap<string, string>; options: ReadonlyArray<{ value: string; label: string }> } {
  const { data } = useRead(processTypes, {})
  return useMemo(() => {
    const options = (data ?? []).map(type => ({ value: type.processType, label: type.name }))
    return { options, names: new Map(options.map(o => [o.value, o.label])) }
  }, [data])
}
