import type { DrawnInput } from '#web/forms/layout.ts'
import { DictSelect } from '#web/inputs/DictSelect.tsx'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { useDict } from '#web/values/useDict.ts'
import { aidLevel } from '../../../levels/model/dictionaries.ts'
import { specialGroup } from '../../model/dictionaries.ts'
import type { Floor } from '../../model/index-model.ts'

/** 40-D3: the least level of each special group. */
export function FloorsInput({ value, onChange, disabled }: DrawnInput) {
  const floors = (value ?? []) as readonly Floor[] // the field's declared type
  const put = (group: string, level: string | null) => onChange([...floors.filter(f => f.group !== group), ...(level ? [{ group, level }] : [])])
  return (
    <Stack gap={2}>
      {useDict(specialGroup).map(({ key, label }) => (
        <Row key={key} spread="between">
          <span>{label}</span>
          <DictSelect of={aidLevel} aria-label={label} disabled={disabled} value={floors.find(f => f.group === key)?.level ?? null} onChange={level => put(key, level)} />
        </Row>
      ))}
    </Stack>
  )
}
