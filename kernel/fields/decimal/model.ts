import type { Field } from '#model/field.ts'
import { type FieldModel, fault, type Outcome, wrongType } from '../field-model.ts'

/** Checks a finite number against the field's limits. */
export function limited(name: string, field: Field, value: number): Outcome {
  const { min, max } = field.options
  if (min !== undefined && value < min) return fault('tooSmall', name, field, { value, min })
  return max !== undefined && value > max ? fault('tooLarge', name, field, { value, max }) : { value }
}
export const model: FieldModel = {
  parse(name, field, value) {
    if (typeof value !== 'number' || !Number.isFinite(value)) return wrongType(name, field, value)
    const outcome = limited(name, field, value)
    const { scale } = field.options
    if ('issue' in outcome || scale === undefined) return outcome
    return Math.abs(value * 10 ** scale - Math.round(value * 10 ** scale)) > 1e-6 ? fault('scale', name, field, { value, scale }) : outcome
  },
  filter: 'numbers',
  fact: 'number',
  isTabular: true,
  example: ({ options: { min = 1, max = 9 } }) => Math.max(min, Math.min(max, 3)),
}
