import { choice, date, decimal, dict, entity } from '#model'
import { growthCategory } from './dictionaries.ts'

export const SPANS = { day: '每天', term: '每学期' } as const
/** 计入上限: how much of what is earned counts, from a day on. */
export const growthCap = entity(
  'growth.growthCap',
  '计入上限',
  {
    span: choice('范围', SPANS, { required: true, initial: 'term' }),
    category: dict('类别', growthCategory, { help: '每学期的上限按类别；每天的上限不分类别' }),
    fromOn: date('起算日期', { required: true, sortable: true, help: '从这天起的记录按它计入，直到同一范围有新的上限' }),
    hours: decimal('最多时长（小时）', { precision: 6, scale: 1, min: 0, max: 9999, help: '不填为不限' }),
    points: decimal('最多积分', { precision: 7, scale: 2, min: 0, max: 9999, help: '不填为不限' }),
  },
  {
    title: 'fromOn',
    scope: { everyone: 'caps are the same for the whole school' },
    unique: [['span', 'category', 'fromOn']],
    sort: ['-fromOn'],
    verbs: ['list', 'add', 'update', 'remove', 'export'],
    refusals: { categoryNeeded: '每学期的上限请选类别', noCategory: '每天的上限不分类别，请不要选类别' },
  },
)
