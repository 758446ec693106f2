import type { Entity, Field } from '#model'
import { mask } from '#server/data/mask.ts'
import { type Condition, type FieldCondition, type Group, isGroup, isRelated, partsOf, type Spec } from '../model/spec.ts'
import { pathOf, pointingAt, relationOf } from './fields.ts'

/** A query for the logs: personal values in its conditions are masked. */
export const logged = (of: Entity, spec: Spec): Spec => (spec.where ? { ...spec, where: loggedGroup(of, spec.where) } : spec)
function loggedGroup(of: Entity, group: Group): Group {
  const parts = partsOf(group).map(c => loggedCondition(of, c))
  return group.any ? { any: parts } : { all: parts }
}
function loggedCondition(of: Entity, c: Condition): Condition {
  if (isGroup(c)) return loggedGroup(of, c)
  if (isRelated(c)) return c.where ? { ...c, where: loggedGroup(relationOf(pointingAt(of), c.related).entity, c.where) } : c
  const { field } = pathOf(of, c.path)
  return field.options.sensitivity && c.value !== undefined ? { ...c, value: masked(field, c.value) } : c
}
function masked(field: Field, value: NonNullable<FieldCondition['value']>): NonNullable<FieldCondition['value']> {
  const one = (v: string | number | boolean): string => String(mask(field, String(v)))
  return Array.isArray(value) ? value.map(one) : one(value)
}
