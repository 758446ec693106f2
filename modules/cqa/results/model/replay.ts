import { action, decimal, integer, list, ref, shape, text } from '#model'
import { cqaScheme } from '../../schemes/model/scheme.ts'

const need = { required: true } as const
const count = (label: string) => integer(label, need)
const total = (label: string) => decimal(label, { precision: 8, scale: 4 })
/** What a scheme would have made of the evidence, grades and scores of a former one: who gains or loses rank. Nothing is stored. */
export const replayScheme = action('cqa.cqaScheme.replay', '试算', {
  method: 'GET',
  isSlow: true,
  permission: 'cqa:cqaScheme:publish',
  input: { id: ref('cqaScheme', '测评方案', need), formerId: ref('cqaScheme', '用哪次测评的数据', need) },
  output: {
    ...{ students: count('学生'), gained: count('名次上升'), lost: count('名次下降'), moved: decimal('平均变动名次', { precision: 8, scale: 1 }) },
    /** Indexes that the former evaluation gave no scores for; they count with their base. */
    unscored: list('没有得分的指标', text('指标', { ...need, max: 60 }), need),
    rows: list(
      '名次变动',
      shape('变动', {
        id: text('测评表', { ...need, max: 36 }),
        name: text('姓名', { ...need, max: 64 }),
        studentNo: text('学号', { max: 20 }),
        className: text('班级', { max: 60 }),
        ...{ fromTotal: total('原总分'), toTotal: total('新总分'), fromRank: integer('原名次'), toRank: integer('新名次') },
      }),
      need,
    ),
  },
  refusals: { ...cqaScheme.options.refusals, itself: '请选另一个方案的数据来试算', unfinished: '“{name}”的结果还没有定，不能用来试算' },
})
