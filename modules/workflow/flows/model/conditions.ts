import { FACT_TYPES } from '#flow/index.ts'
import { action, choice, json, text } from '#model'

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
