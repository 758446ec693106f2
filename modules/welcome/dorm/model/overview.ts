import { action, bool, datetime, integer, list, ref, shape, text } from '#model'

const need = { required: true } as const
const batchId = ref('welcomeBatch', '批次', need)
const count = (label: string) => integer(label, need)
const counts = { total: count('应选'), claimed: count('已有床位'), eligible: count('可以选'), blocked: count('还不能选') } as const
const SEE = { method: 'GET', permission: 'welcome:claimLink:overview' } as const
/** Who may choose, who is kept from it by what, and who has a bed, of the reader's students. */
export const claimOverview = action('welcome.claimLink.overview', '认领情况', {
  ...SEE,
  input: { batchId },
  output: {
    ...counts,
    reasons: list('还差', shape('还差', { code: text('编码', { ...need, max: 30 }), name: text('环节', { ...need, max: 100 }), count: count('人数') }), need),
    classes: list('班级', shape('班级', { classId: text('班级', { ...need, max: 36 }), className: text('名称', { ...need, max: 100 }), ...counts }), need),
    waveMax: count('同时开放人数'),
    /** 30-WD6 */
    openings: list(
      '开放时间',
      shape('开放时间', { opensAt: datetime('开始', need), waves: text('批次', { ...need, max: 500 }), people: count('人数'), isOver: bool('超过', need) }),
      need,
    ),
    rounds: list('轮次', shape('轮次', { id: text('编号', { ...need, max: 36 }), name: text('名称', { ...need, max: 100 }) }), need),
  },
})
/** Who has no bed, and what each still lacks. */
export const claimWaiting = action('welcome.claimLink.waiting', '没有床位的新生', {
  ...SEE,
  input: { batchId, classId: text('班级', { max: 36 }) },
  many: true,
  output: {
    studentId: text('学生', { ...need, max: 36 }),
    name: text('姓名', { ...need, max: 60 }),
    genderCode: text('性别', { ...need, max: 1 }),
    className: text('班级', { max: 100 }),
    why: text('还差', { max: 500 }),
  },
})
/** Tells those without a bed what they still lack, or that they may choose. */
export const remindClaims = action('welcome.claimLink.remind', '提醒选床位', {
  input: { batchId, classId: text('班级', { max: 36 }) },
  output: { told: count('已提醒') },
  refusals: { nobody: '没有需要提醒的人', soon: '{minutes} 分钟内已经提醒过，{next} 后可以再提醒' },
})
