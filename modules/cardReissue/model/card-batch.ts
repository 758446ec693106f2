import { datetime, entity, integer, type Row, ref, states, text } from '#model'

const readonly = { readonly: true } as const
export const batchStates = states(
  { open: { label: '待送制', tone: 'waiting' }, producing: { label: '制证中', tone: 'going' }, ready: { label: '已制好', tone: 'done' } },
  { start: ['open'], remove: ['open'], enterNumber: ['producing'], finish: ['producing'] },
)
/** 制证批次: cards of a kind that are produced together. */
export const cardBatch = entity(
  'cardReissue.cardBatch',
  '制证批次',
  {
    batchNo: text('批次号', { required: true, ...readonly, max: 24, format: 'code', search: true, sortable: true }),
    kindId: ref('cardKind', '证卡类型', { required: true, ...readonly }),
    producer: text('制证单位', { ...readonly, max: 60 }),
    state: batchStates.field('状态', { initial: 'open', sortable: true }),
    startedAt: datetime('送制时间', readonly),
    readyAt: datetime('制好时间', readonly),
    count: integer('张数', { computed: true }),
    numbered: integer('已登记卡号', { computed: true }),
  },
  {
    title: 'batchNo',
    scope: {},
    sort: ['-createdAt'],
    verbs: ['list', 'remove', 'export'],
    refusals: {
      nothing: '没有待制的{kind}',
      numbers: '还有 {count} 张没有登记卡号：{people}',
      noCard: '这一批没有学号“{studentNo}”的卡',
      allNumbered: '这一批都登记过卡号了',
      numberTaken: '卡号“{cardNo}”已发给 {name}（{studentNo}）',
      numberHas: '{name}的卡已登记卡号“{cardNo}”',
    },
  },
)
export type CardBatch = Row<typeof cardBatch>
