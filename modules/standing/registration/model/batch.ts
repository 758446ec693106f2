import { bool, date, entity } from '#model'
import type { NamedCondition } from '#modules/workflow/flows/model/explain.ts'
import { conditionFields } from '#modules/workflow/rounds/model/conditions.ts'
import { roundFields, roundRefusals } from '#modules/workflow/rounds/model/round.ts'
import { roundActions } from '#modules/workflow/rounds/model/round-actions.ts'
import { qualifyActions } from '#modules/workflow/rounds/model/round-qualify.ts'

/** 注册批次: registration of one term. */
export const registrationBatch = entity(
  'standing.registrationBatch',
  '注册批次',
  {
    ...roundFields,
    ...conditionFields,
    selfAllowed: bool('学生可以自己注册', { required: true, initial: true }),
    deferTo: date('暂缓注册最晚到', { help: '不填时按参数里的天数' }),
  },
  {
    title: 'name',
    scope: { everyone: 'terms of registration, without data of students' },
    select: 'scoped',
    sort: ['-beginTime'],
    verbs: ['list', 'add', 'update', 'remove', 'export'],
    refusals: {
      ...roundRefusals,
      termMissing: '请填写学年和学期',
      termTaken: '{xn} 学年第 {xqM} 学期已有注册批次“{name}”',
    },
  },
)
export const batchActions = roundActions(registrationBatch)
export const batchPreview = qualifyActions(registrationBatch)

/** 30-SG2: what a new batch asks for, as far as the modules that know it are installed. */
export const DEFAULT_CONDITIONS: readonly NamedCondition[] = [
  { name: '本学年费用已缴或已落实', when: { fact: 'fee.yearOwed', op: 'eq', value: 0 } },
  { name: '档案信息已核对', when: { fact: 'information.openChecks', op: 'eq', value: 0 } },
  { name: '手机号已验证', when: { fact: 'student.phoneVerified', op: 'eq', value: true } },
]
