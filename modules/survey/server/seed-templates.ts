import { seed } from '#server/context.ts'
import { type Question, question } from '../model/question.ts'
import { surveyTemplate } from '../model/template.ts'
import { options, rows, single } from './seed-questions.ts'

const multi = (key: string, title: string, ...labels: string[]): Question => question({ key, type: 'multi', title, required: true, options: options(...labels) })
const satisfied = (key: string, title: string): Question => single(key, title, '很满意', '满意', '一般', '不满意')
const rated = (title: string, ...lines: string[]): Question => question({ key: 'grid', type: 'matrix', title, required: true, cell: 'scale', min: 1, max: 5, rows: rows(...lines) })
const said = (title: string): Question => question({ key: 'more', type: 'text', title })
/** Asked only of whoever is not content with the question before. */
const unlessSatisfied = (of: string, asked: Question): Question => ({ ...asked, showAny: true, showIf: ['o3', 'o4'].map(value => ({ question: of, op: 'is' as const, value })) })
const recommended = (title: string): Question => question({ key: 'nps', type: 'nps', title, required: true })

/** What schools ask every year. */
const SHIPPED: ReadonlyArray<readonly [title: string, kind: 'survey' | 'form' | 'vote', summary: string, questions: readonly Question[]]> = [
  [
    '学生工作满意度',
    'survey',
    '每学期一次，看各项服务哪里要改',
    [
      satisfied('q1', '总体上，你对学生工作满意吗'),
      rated('请给下面几项打分，5 分最好', '请假和证明办理', '宿舍管理', '奖助评定', '辅导员', '心理支持', '就业指导'),
      unlessSatisfied('q1', multi('q2', '主要哪里不满意', '办理太慢', '要跑的地方太多', '规定不清楚', '态度', '其他')),
      said('最希望先改哪一件'),
    ],
  ],
  [
    '宿舍生活',
    'survey',
    '卫生、维修、作息和相处',
    [
      satisfied('q1', '总体上，你对宿舍满意吗'),
      rated('请给下面几项打分，5 分最好', '安静', '卫生', '水电', '网络', '维修速度', '室友相处'),
      multi('q2', '本学期遇到过', '报修没有人来', '晚归登记不准', '与室友有矛盾', '物品丢失', '都没有'),
      question({ ...single('q3', '与室友的矛盾现在怎样', '已经解决', '还在', '希望辅导员帮忙'), showIf: [{ question: 'q2', op: 'is', value: 'o3' }] }),
      said('还有什么建议'),
    ],
  ],
  [
    '食堂满意度',
    'survey',
    '给后勤的月度反馈',
    [
      single('q1', '每周在食堂吃几顿', '10 顿以上', '5 到 10 顿', '5 顿以下', '不在食堂吃'),
      rated('请给下面几项打分，5 分最好', '口味', '价格', '卫生', '排队', '服务'),
      said('希望增加什么'),
    ],
  ],
  [
    '活动反馈',
    'survey',
    '活动结束后发给参加的人',
    [
      satisfied('q1', '这次活动你满意吗'),
      multi('q2', '收获主要在', '认识了人', '学到东西', '锻炼了自己', '放松', '其他'),
      recommended('你愿意推荐同学参加下一次吗'),
      said('下一次可以怎样更好'),
    ],
  ],
  [
    '假期去向登记',
    'form',
    '放假前了解留校、回家和外出',
    [
      question({ key: 'who', type: 'text', title: '姓名', prefill: 'name' }),
      question({ key: 'class', type: 'text', title: '班级', prefill: 'className' }),
      single('q1', '假期去向', '回家', '留校', '实习', '旅行或探亲'),
      question({
        key: 'from',
        type: 'date',
        title: '离校日期',
        required: true,
        showAny: true,
        showIf: ['o1', 'o3', 'o4'].map(value => ({ question: 'q1', op: 'is' as const, value })),
      }),
      question({
        key: 'where',
        type: 'region',
        title: '所在地区',
        required: true,
        showAny: true,
        showIf: ['o1', 'o3', 'o4'].map(value => ({ question: 'q1', op: 'is' as const, value })),
      }),
      question({ key: 'why', type: 'text', title: '留校原因', required: true, showIf: [{ question: 'q1', op: 'is', value: 'o2' }] }),
    ],
  ],
  [
    '班会议题投票',
    'vote',
    '改一下选项就能发',
    [
      single('q1', '下次班会先谈什么', '学习方法', '宿舍公约', '实习和就业', '班级活动'),
      question({ ...multi('q2', '哪些时间你都能到', '周三晚', '周四晚', '周日晚'), required: null }),
    ],
  ],
]
export default seed('survey.templates', async db => {
  const isSet = await db.unscoped(surveyTemplate).count() // of the school being seeded
  if (isSet) return
  await db.insertMany(
    surveyTemplate,
    SHIPPED.map(([title, kind, summary, questions]) => ({ title, kind, summary, questions: [...questions], ownerId: null })),
    { skipExisting: true },
  )
})
