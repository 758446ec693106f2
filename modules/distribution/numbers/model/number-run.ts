import { entity, integer, ref, text } from '#model'

const readonly = { readonly: true } as const
/** 编号记录: one run of a rule; all its numbers or none. */
export const numberRun = entity(
  'distribution.numberRun',
  '编号记录',
  {
    ruleId: ref('numberRule', '学号规则', { required: true, immutable: true }),
    count: integer('个数', { required: true, ...readonly }),
    firstNo: text('最小学号', { required: true, ...readonly, max: 20 }),
    lastNo: text('最大学号', { required: true, ...readonly, max: 20 }),
    byId: ref('user', '编号人', readonly),
  },
  { title: 'firstNo', scope: {}, sort: ['-createdAt'], verbs: ['list'] },
)
