import type { Fact } from '#flow/index.ts'
import type { AnswerOf } from '#web/forms/useAct.ts'
import type { studentFactList } from '../../model/conditions.ts'

/** A fact as the editor of conditions works with it. */
export const factOf = ({ name, label, type, from, choices, entity, unit, group }: AnswerOf<typeof studentFactList>[number]): Fact => ({
  ...{ name, label, type, from },
  ...(choices ? { choices } : {}),
  ...(entity ? { entity } : {}),
  ...(unit ? { unit } : {}),
  ...(group ? { group } : {}),
})
