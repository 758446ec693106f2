import { Select } from 'antd'
import type { DrawnInput } from '#web/forms/layout.ts'
import { useRead } from '#web/records/useRead.ts'
import { repairers } from '../model/workers.ts'

/** One repair worker, or several. */
export function WorkerSelect({ id, value, onChange, disabled, status, isMany = false }: DrawnInput & { isMany?: boolean }) {
  const { data = [] } = useRead(repairers, {})
  return (
    <Select
      id={id}
      value={value ?? (isMany ? [] : null)}
      {...(isMany ? { mode: 'multiple' as const } : {})}
      allowClear
      disabled={disabled}
      status={status}
      showSearch={{ optionFilterProp: 'label' }}
      options={data.map(w => ({ value: w.id, label: w.name }))}
      onChange={next => onChange(next ?? null)}
    />
  )
}
