import { action, choice, date, integer, list, revealedAll, shape, text } from '#model'
import type { Reason } from './engine/explain.ts'
import { SOFT_RULES } from './rules.ts'
import { presortWish, wishFields } from './wish.ts'

const MINE = 'dormitory:presortWish:mine'
export const REASON_RULES = { priority: '优先安排', pinned: '老师指定', ...SOFT_RULES } as const satisfies Record<Reason['rule'], string>
const mate = shape('同学', {
  studentNo: text('学号', { required: true, max: 20 }),
  /** Only if the wish is mutual. */
  name: text('姓名', { max: 60 }),
  isMutual: choice('互选', { yes: '互选', no: '等对方' }, { required: true }),
})
/** One's own wishes, the deadline, and after publication the reasons for the bed. */
export const myWish = action('dormitory.presortWish.mine', '住宿意愿', {
  method: 'GET',
  output: {
    openUntil: date('截止日期'),
    plan: text('方案', { max: 60 }),
    most: integer('最多同学', { required: true }),
    wish: shape('意愿', revealedAll(wishFields, "the student's own wish")),
    mates: list('同学', mate, { required: true }),
    result: shape('结果', {
      plan: text('方案', { required: true, max: 60 }),
      bed: text('床位', { required: true, max: 200 }),
      from: date('入住日期', { required: true }),
      wishesMet: integer('满足的意愿', { required: true }),
      wishesOf: integer('意愿', { required: true }),
      reasons: list(
        '理由',
        shape('理由', { rule: choice('规则', REASON_RULES, { required: true }), met: integer('满足', { required: true }), of: integer('共', { required: true }) }),
        { required: true },
      ),
    }),
  },
})
export const saveMyWish = action('dormitory.presortWish.save', '保存意愿', {
  permission: MINE,
  input: wishFields,
  output: { mutual: integer('互选', { required: true }) },
  refusals: { closed: '现在不收集住宿意愿', ...presortWish.options.refusals },
})
export const wishActions = [myWish, saveMyWish]
