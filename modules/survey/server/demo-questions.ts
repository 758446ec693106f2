import { type Question, question } from '../model/question.ts'
import { options, rows, single } from './seed-questions.ts'

const content = (key: string, title: string): Question => single(key, title, '很满意', '满意', '一般', '不满意')
const nps = question({ key: 'nps', type: 'nps', title: '你愿意向学弟学妹推荐吗', required: true })
const more = question({ key: 'more', type: 'text', title: '还有什么建议' })
const grid = question({
  ...{ key: 'grid', type: 'matrix', title: '请给下面几项打分', required: true, cell: 'scale', min: 1, max: 5 },
  rows: rows('环境', '服务', '价格'),
})
/** Satisfaction, with a branch for those who are not content. */
export const CONTENT: readonly Question[] = [
  content('q1', '总体上你满意吗'),
  question({ ...single('q2', '主要哪里不满意', '卫生', '价格', '态度', '排队', '其他'), showIf: [{ question: 'q1', op: 'is', value: 'o4' }] }),
  grid,
  nps,
  more,
]
export const FORM: readonly Question[] = [
  question({ key: 'who', type: 'text', title: '所在班级', prefill: 'className' }),
  single('q1', '是否参加', '参加', '不参加'),
  question({ ...single('q2', '不参加的原因', '有课', '身体原因', '离校', '其他'), showIf: [{ question: 'q1', op: 'is', value: 'o2' }] }),
  question({ key: 'q3', type: 'multi', title: '愿意承担的工作', options: options('签到', '摄影', '搬运', '主持'), max: 2, showIf: [{ question: 'q1', op: 'is', value: 'o1' }] }),
  question({ key: 'tel', type: 'phone', title: '联系方式', sensitivity: 'S1' }),
]
export const VOTE: readonly Question[] = [single('q1', '你最喜欢哪个方案', '方案一：晨读角', '方案二：自习舱', '方案三：共享厨房')]
