import { bool, choice, decimal, entity, integer, list, type Row, shape, text } from '#model'
import { LEVELS } from '../../attention/model/attention-case.ts'
import { MEASURES, SCORINGS } from './scoring.ts'

const need = { required: true } as const
const fixed = { required: true, readonly: true } as const
const item = integer('题号', { ...need, min: 1, max: 200 })
/** 量表: what is asked, how it is counted, and from which scores on a level is proposed. Only freely usable scales come with their items; of others results are imported. */
export const mhScale = entity(
  'mentalHealth.mhScale',
  '量表',
  {
    code: text('代码', { ...fixed, max: 20, format: 'code' }),
    name: text('量表', { ...need, max: 60, search: true }),
    edition: text('版本', { ...need, max: 60 }),
    stem: text('指导语', { ...fixed, max: 300 }),
    items: list('题目', text('题目', { ...need, max: 200 }), { ...fixed, max: 200 }),
    options: list('选项', text('选项', { ...need, max: 40 }), { ...fixed, max: 10 }),
    itemCount: integer('题数', { ...fixed, min: 1, max: 200 }),
    low: integer('每题最低分', { ...fixed, min: 0, max: 1 }),
    high: integer('每题最高分', { ...fixed, min: 1, max: 9 }),
    scoring: choice('计分', SCORINGS, fixed),
    dimensions: list('因子', shape('因子', { name: text('因子', { ...need, max: 40 }), items: list('题号', item, need) }, need), { ...fixed, max: 20 }),
    cutoffs: list(
      '界值',
      shape(
        '界值',
        {
          measure: choice('看什么', MEASURES, need),
          least: decimal('从几分起', { ...need, min: 0, max: 1000 }),
          level: choice('建议关注等级', LEVELS, need),
          source: text('出处', { ...need, max: 200 }),
        },
        need,
      ),
      { ...need, max: 12, help: '随附的界值是示例，由心理中心核定；到了界值只提出建议，由心理老师约谈后确认' },
    ),
    riskItems: list('危险项目', item, { ...fixed, max: 10, help: '问到自伤的题；不是最低分的，马上告诉值班心理老师' }),
    licenceNote: text('授权说明', { ...need, max: 300, multiline: true }),
    isEnabled: bool('启用', { ...need, initial: true }),
    isOnline: bool('可在线作答', { computed: true, help: '没有题目的量表只能导入结果' }),
  },
  {
    title: 'name',
    scope: { everyone: 'definitions of scales, without data of people' },
    unique: [['code']],
    cached: true,
    sort: ['code'],
    verbs: ['list', 'update'],
    refusals: {
      range: '“{measure}”在 {from} 到 {to} 之间，界值 {least} 不在其中',
      noRisk: '“{name}”没有危险项目',
      twice: '“{measure}”从 {least} 起写了两次',
    },
  },
)
export type MhScale = Row<typeof mhScale>
