import { action, choice, datetime, entity, integer, json, list, ref, states, text } from '#model'

export const chargeTableStates = states(
  {
    draft: { label: '草稿', tone: 'waiting' },
    published: { label: '已公布', tone: 'done' },
    replaced: { label: '旧版', tone: 'over' },
  },
  { update: ['draft'], remove: ['draft'], publish: ['draft'], renew: ['published'] },
)
/** A charge as it was published. Names are as they were that day. */
export interface ChargeRow {
  item: string
  nature: string
  period: string
  filingNo: string | null
  lines: ReadonlyArray<{ of: readonly string[]; amount: number; perCredit: boolean }>
}
/** 收费标准的一年: charge items whose standards are copied when it is published, and never change afterwards. */
export const chargeTable = entity(
  'site.chargeTable',
  '收费公示',
  {
    channelId: ref('contentChannel', '栏目', { required: true }),
    xn: text('学年', { required: true, min: 9, max: 9, immutable: true, sortable: true, help: '如 2026-2027' }),
    edition: integer('版次', { required: true, readonly: true, initial: 1 }),
    itemIds: list('收费项目', ref('chargeItem', '收费项目'), { required: true, min: 1, max: 60 }),
    basis: text('收费依据', { required: true, max: 300, multiline: true }),
    filingNo: text('备案文号', { max: 100 }),
    state: chargeTableStates.field('状态', { initial: 'draft' }),
    publishedAt: datetime('公布时间', { readonly: true }),
    rows: json<readonly ChargeRow[]>('标准', { readonly: true, secret: 'internal' }),
    differs: choice('与现行标准', { same: '一致', changed: '标准已变' }, { computed: true }),
  },
  {
    title: 'xn',
    scope: { everyone: 'published prices of the school' },
    unique: [['channelId', 'xn', 'edition']],
    sort: ['-xn', '-edition'],
    verbs: ['list', 'add', 'update', 'remove', 'export'],
    refusals: {
      xn: '学年“{xn}”应写成 2026-2027',
      twice: '{xn} 已有收费公示，标准变了请在公布的那一版上出新版',
      item: '有收费项目不存在，请重新选择',
    },
  },
)
const id = ref('chargeTable', '收费公示', { required: true })
export const publishCharges = action('site.chargeTable.publish', '公布', {
  output: 'none',
  inScope: true,
  input: { id },
  refusals: { none: '{xn} 没有“{items}”的公示标准，请先在缴费管理里录入并勾选公示' },
})
/** A new edition from the standards as they are now; the old one stays readable. */
export const renewCharges = action('site.chargeTable.renew', '出新版', {
  inScope: true,
  input: { id },
  output: { edition: integer('版次', { required: true }) },
  refusals: { same: '{xn} 第 {edition} 版与现行标准一致，不用出新版', none: '{xn} 没有“{items}”的公示标准，请先在缴费管理里录入并勾选公示' },
})
