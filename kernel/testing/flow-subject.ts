import { flowSubject, type SourceDirectory } from '#flow/index.ts'
import { choice, date, entity, integer, ref, text } from '#model'
import { ask, flow } from './flow.ts'

/** Minimal leave application for tests. */
export const sampleLeave = entity(
  'sample.sampleLeave',
  '请假',
  {
    leaveType: choice('请假类型', { sick: '病假', personal: '事假' }),
    days: integer('天数'),
    begin: date('开始日期'),
    reason: text('原因'),
    tutorId: ref('teacher', '导师'),
  },
  { title: 'reason', scope: { everyone: 'rows of a test' } },
)
export const leaveSubject = flowSubject({
  processType: 'sampleLeave',
  label: '请假',
  entity: sampleLeave,
  form: ['leaveType', 'days', 'begin', 'reason', 'tutorId'],
  facts: [{ name: 'mergedDays', label: '合并天数', type: 'number', unit: '天', from: 'module' }],
  mandatory: {},
  autos: { book: '登记' },
  initial: { code: 'sampleLeave', name: '请假', graph: flow(ask('a')) },
})
export const everythingKnown: SourceDirectory = {
  isPerson: () => true,
  isRole: () => true,
  isPosition: () => true,
  isFlow: code => code !== 'missing',
  flowsIn: code => new Set(code === 'around' ? ['between', 'own'] : []),
  code: 'own',
}
