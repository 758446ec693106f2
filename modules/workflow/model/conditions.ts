import { action, choice, type Entity, json, text } from '#model'
import { FACT_TYPES } from '#model/flow/index.ts'
import type { NamedCondition } from './explain.ts'
import type { RoundRow, roundFields } from './round.ts'

/** The field of a round that asks something of students, spread into its entity. Changed by `saveConditions` while it is a draft. */
export const conditionFields = { conditions: json<readonly NamedCondition[]>('条件', { readonly: true }) } as const
/** A kind of round with conditions. */
export type QualifiedRound = Entity<typeof roundFields & typeof conditionFields>
/** The conditions a round asks of students; none where its entity has no `conditionFields`. */
export const conditionsIn = (row: RoundRow): readonly NamedCondition[] => ('conditions' in row && (row.conditions as readonly NamedCondition[] | null)) || []
/** Most conditions of a round. */
export const MOST_CONDITIONS = 30

export const FACT_ORIGINS = { form: '表单', applicant: '申请人', module: '业务', student: '学生' } as const
/** A fact as its editor needs it, in the reader's language. */
export const factItem = {
  name: text('编号', { required: true, max: 100 }),
  label: text('标签', { required: true, max: 60 }),
  type: choice('种类', FACT_TYPES, { required: true }),
  choices: json<Record<string, string>>('选项', { untyped: 'codes are the names of its values' }),
  entity: text('取值范围', { max: 60 }),
  unit: text('单位', { max: 20 }),
  from: choice('来自', FACT_ORIGINS, { required: true }),
  group: text('分组', { max: 60 }),
} as const
/** Facts about students that the caller may use in conditions. */
export const studentFactList = action('workflow.condition.facts', '学生情况', { method: 'GET', access: 'signedIn', many: true, output: factItem })
