import { action, date, dict, entity, list, ref, states, text } from '#model'
import { BY_STUDENT } from '#modules/student/model/scope.ts'
import { asked } from './amounts.ts'
import { growthCategory } from './dictionaries.ts'
import { growthEntry } from './entry.ts'

const need = { required: true } as const
const readonly = { readonly: true } as const
export const manualStates = states(
  {
    pending: { label: '待复核', tone: 'waiting' },
    returned: { label: '已退回', tone: 'refused' },
    posted: { label: '已记入', tone: 'done' },
  },
  { update: ['pending', 'returned'], remove: ['pending', 'returned'], check: ['pending'], giveBack: ['pending'] },
)
/** 补录: an entry made by hand, in the ledger once somebody else has checked it. */
export const growthManual = entity(
  'growth.growthManual',
  '补录',
  {
    studentId: ref('student', '学生', { ...need, search: true }),
    category: dict('类别', growthCategory, need),
    title: text('内容', { ...need, min: 2, max: 120, search: true, help: '写全称，如“2026 年迎新志愿服务”' }),
    bizDate: date('日期', { ...need, sortable: true }),
    ...asked,
    reason: text('补录原因', { ...need, min: 2, max: 200 }),
    state: manualStates.field('状态', { initial: 'pending', sortable: true }),
    makerId: ref('user', '登记人', readonly),
    checkerId: ref('user', '复核人', readonly),
    remark: text('退回原因', { ...readonly, max: 200 }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  {
    title: 'title',
    scope: BY_STUDENT,
    unique: [['studentId', 'category', 'bizDate', 'title']],
    importKey: ['studentId', 'category', 'bizDate', 'title'],
    sort: ['-bizDate'],
    refusals: {
      future: '日期 {day} 还没有到',
      noTerm: '校历里没有 {day} 所在的学期',
      nothing: growthEntry.options.refusals?.nothing ?? '',
      closed: '“{title}”已记入台账，不能再改；记错了请到成长台账冲销',
      samePerson: '“{title}”是你登记的，请由别人复核',
    },
  },
)
const refusals = growthManual.options.refusals ?? {}
/** 60-GL1: by somebody else than who made them. */
export const checkManual = action('growth.growthManual.check', '复核记入', {
  input: { ids: list('补录', ref('growthManual', '补录', need), { ...need, min: 1, max: 500 }) },
  output: 'none',
  refusals,
})
export const returnManual = action('growth.growthManual.giveBack', '退回', {
  permission: checkManual.permission,
  input: { id: ref('growthManual', '补录', need), remark: text('原因', { ...need, min: 2, max: 200 }) },
  output: 'none',
  inScope: true,
  refusals,
})
export const manualActions = [checkManual, returnManual]
