import { useMemo } from 'react'
import type { Entity, Fields } from '#model'
import { labelKey } from '#model'
import { type FieldsForm, useFields } from '#web/forms/useFields.ts'
import { changedValues, givenValues, isMasked, startValues } from '#web/forms/values.ts'
import type { Case } from './types.ts'

/** Form fields editable at this step, with their input. */
export interface CaseForm {
  form: FieldsForm
  row: Readonly<Record<string, unknown>>
  /** Names of the fields that have inputs. */
  names: readonly string[]
  changed: Readonly<Record<string, unknown>>
  /** Validates required fields; shows errors under the fields and focuses the first. */
  check: () => boolean
}
/** Inputs by the entity's declaration, required as the step says. A masked value counts as filled. */
function inputsOf(c: Case, entity: Entity | null): Fields {
  if (!c.mine || !entity) return {}
  return Object.fromEntries(
    c.form.flatMap(({ name, perm, value }) => {
      const field = entity.fields[name]
      if (!field || perm === 'read') return []
      const required = perm === 'required' && !isMasked(entity.fields, name, value)
      return [[name, { ...field, options: { ...field.options, required, immutable: false, readonly: false } }]]
    }),
  )
}
export function useCaseForm(c: Case, entity: Entity | null): CaseForm {
  const taskId = c.mine?.taskId
  // biome-ignore lint/correctness/useExhaustiveDependencies: the inputs of one task stay while it is worked on, whatever is read anew
  const { fields, row, names } = useMemo(() => {
    const made = inputsOf(c, entity)
    const named = Object.fromEntries(c.form.map(field => [labelKey(field.name), field.text]))
    return { fields: made, names: Object.keys(made), row: { ...named, ...Object.fromEntries(c.form.map(field => [field.name, field.value])) } }
  }, [taskId, entity])
  const form = useFields(fields, names, startValues(fields, row))
  return { form, row, names, changed: changedValues(fields, row, form.values), check: () => form.check(givenValues(form.values)) !== undefined }
}
