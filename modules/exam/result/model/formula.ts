import { decimal, dict, entity, integer, ref } from '#model'
import { examSubject } from '../../entry/model/dictionaries.ts'

const need = { required: true } as const
/** 计分规则: what a subject counts for in the total of a batch, and its turn when totals are equal. */
export const examFormula = entity(
  'exam.examFormula',
  '计分规则',
  {
    batchId: ref('examBatch', '考试批次', { ...need, immutable: true }),
    subject: dict('科目', examSubject, { ...need, immutable: true }),
    full: decimal('满分', { ...need, precision: 5, scale: 1, min: 1, max: 1000 }),
    weight: integer('计入总分', { ...need, min: 1, max: 1000, initial: 100, unit: '%', help: '100 为按原始分计入' }),
    tieOrder: integer('同分比较顺序', { min: 1, max: 20, help: '总分相同时，从 1 开始依次比较；不填为不比较' }),
  },
  {
    title: 'subject',
    scope: { everyone: 'rules of published batches' },
    unique: [['batchId', 'subject']],
    sort: ['batchId', 'subject'],
    verbs: ['list', 'add', 'update', 'remove', 'export'],
    refusals: {
      orderTwice: '同分比较顺序 {order} 已用于另一个科目',
      locked: '“{name}”的成绩已经发布，计分规则不能再改',
      below: '已有 {count} 名考生的成绩超过 {full} 分',
      used: '已登记 {count} 名考生的成绩，不能删除',
    },
  },
)
