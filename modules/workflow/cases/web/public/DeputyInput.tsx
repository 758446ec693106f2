import { useState } from 'react'
import type { DrawnInput } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { useRefItem } from '#web/inputs/RefSelect.tsx'
import { type Chosen, Colleagues } from '../case/Colleagues.tsx'

/** A colleague picker storing an id. The current name is fetched once. */
export function DeputyInput({ id, value, onChange, disabled, status, describedBy }: DrawnInput) {
  const [picked, setPicked] = useState<Chosen>()
  const given = typeof value === 'string' && value ? value : undefined
  const known = useRefItem('user', given && given !== picked?.value ? given : null)
  const shown = given ? [given === picked?.value ? picked : { value: given, label: known?.label ?? t('正在取名称') }] : []
  return (
    <Colleagues
      id={id}
      most={1}
      value={shown}
      disabled={disabled}
      status={status}
      aria-describedby={describedBy}
      onChange={([one]) => {
        setPicked(one)
        onChange(one?.value ?? null)
      }}
    />
  )
}
