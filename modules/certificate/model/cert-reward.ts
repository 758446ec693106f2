import { date, entity, integer, money, type Row, ref, text } from '#model'

/** 奖励标准: what the school pays for a certificate of a level that is issued in a window. */
export const certReward = entity(
  'certificate.certReward',
  '考证奖励',
  {
    catalogId: ref('certCatalog', '证书', { required: true, immutable: true }),
    level: text('等级', { max: 30, immutable: true, help: '分等级的证书每级一条' }),
    amount: money('金额', { required: true, min: 1 }),
    windowFrom: date('发证从', { required: true, sortable: true }),
    windowTo: date('发证到', { required: true }),
    fundId: ref('fundAccount', '经费', { required: true }),
    dueCount: integer('可发放', { computed: true }),
    dueSum: money('可发放金额', { computed: true }),
    listedCount: integer('已列入发放单', { computed: true }),
    paidSum: money('已到账', { computed: true }),
  },
  {
    title: 'level',
    scope: {},
    unique: [['catalogId', 'level', 'windowFrom']],
    sort: ['-windowFrom'],
    verbs: ['list', 'add', 'update', 'remove', 'export'],
    refusals: {
      level: '“{name}”没有等级“{level}”，可以填：{levels}',
      levelNeeded: '“{name}”要填等级：{levels}',
      order: '发证到 {to} 早于发证从 {from}',
      used: '已有 {count} 张证书按它奖励，金额和经费不能再改，也不能删除',
      nothing: '“{name}”现在没有可以发放的证书',
    },
  },
)
export type CertReward = Row<typeof certReward>
/** A reward on its way: on a payout list, paid, or to be given back. */
export const REWARD_STATES = { listed: '待发放', paid: '已发放', recover: '待追回', recovered: '已追回', withdrawn: '已撤下' } as const
