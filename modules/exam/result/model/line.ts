import { bool, decimal, dict, entity, ref } from '#model'
import { examCategory, examSubject } from '../../entry/model/dictionaries.ts'

const need = { required: true } as const
/** 分数线: the lowest total, or mark in a subject, of a category; of a plan where one is named. */
export const examLine = entity(
  'exam.examLine',
  '分数线',
  {
    batchId: ref('examBatch', '考试批次', { ...need, immutable: true }),
    category: dict('考生类别', examCategory, { ...need, immutable: true }),
    planId: ref('examPlan', '招生计划', { immutable: true, help: '不填为全部计划' }),
    subject: dict('科目', examSubject, { immutable: true, help: '不填为总分' }),
    isProvince: bool('省定最低分', { ...need, initial: false, immutable: true, help: '省里规定的最低分，学校的分数线不能比它低' }),
    min: decimal('分数线', { ...need, precision: 6, scale: 1, min: 0, max: 9999, sortable: true }),
  },
  {
    title: 'category',
    scope: { everyone: 'lines of published batches' },
    unique: [['batchId', 'category', 'planId', 'subject', 'isProvince']],
    sort: ['batchId', 'category'],
    verbs: ['list', 'add', 'update', 'remove', 'export'],
    refusals: {
      belowProvince: '{min} 低于省定最低分 {least}',
      aboveSchool: '学校已有 {min} 的分数线，低于这个省定最低分，请先提高',
      otherBatch: '“{plan}”不是这次考试的计划',
      provincePlan: '省定最低分不分计划',
    },
  },
)
