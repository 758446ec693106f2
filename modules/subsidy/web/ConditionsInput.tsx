import { studentFactList } from '#modules/workflow/flows/model/conditions.ts'
import type { NamedCondition } from '#modules/workflow/flows/model/explain.ts'
import { ConditionRows } from '#modules/workflow/flows/web/public/ConditionRows.tsx'
import { factOf } from '#modules/workflow/flows/web/public/fact-of.ts'
import type { DrawnInput } from '#web/forms/layout.ts'
import { useRead } from '#web/records/useRead.ts'

/** The conditions of an item, as a field of its form. */
export function ConditionsInput({ value, onChange, disabled }: DrawnInput) {
  const facts = (useRead(studentFactList, {}).data ?? []).map(factOf)
  return <ConditionRows conditions={(value ?? []) as readonly NamedCondition[]} facts={facts} disabled={disabled} onChange={onChange} /> // the field's declared type
}
