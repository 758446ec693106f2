import { datetime, decimal, entity, integer, ref, text } from '#model'
import { BY_STUDENT } from '#modules/student/model/scope.ts'

const fixed = { required: true, immutable: true } as const
/** 预警信号: one fact by one rule, known by its source. */
export const warningSignal = entity(
  'warning.warningSignal',
  '预警信号',
  {
    studentId: ref('student', '学生', fixed),
    ruleId: ref('warningRule', '信号', fixed),
    occurredAt: datetime('发生时间', { required: true, readonly: true, sortable: true }),
    value: decimal('数值', { required: true, readonly: true, precision: 10, scale: 2 }),
    points: integer('分值', { required: true, readonly: true, min: 1, max: 50 }),
    sourceType: text('来源', { ...fixed, max: 60, secret: 'internal' }),
    sourceId: text('来源编号', { ...fixed, max: 80, secret: 'internal' }),
    link: text('查看', { readonly: true, max: 300, secret: 'internal' }),
  },
  { title: 'occurredAt', scope: BY_STUDENT, unique: [['studentId', 'ruleId', 'sourceType', 'sourceId']], sort: ['-occurredAt'], verbs: [] },
)
