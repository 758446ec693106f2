import { choice, datetime, decimal, entity, integer, money, ref } from '#model'

export const UTILITY_KINDS = { electric: '电', water: '水' } as const
/** 水电: one reading of a room's meter, with cost since the last one and balance. Append-only. */
export const roomUtility = entity(
  'dormitory.roomUtility',
  '水电读数',
  {
    roomId: ref('dormRoom', '房间', { required: true, immutable: true }),
    dormId: ref('dormBuilding', '楼栋', { readonly: true }),
    kind: choice('类别', UTILITY_KINDS, { required: true, immutable: true }),
    reading: decimal('读数', { required: true, min: 0, precision: 12, scale: 2 }),
    amount: money('本期费用', { required: true, min: 0 }),
    balance: money('余额', { required: true, sortable: true }),
    readAt: datetime('抄表时间', { required: true, immutable: true, sortable: true }),
    /** Number of residents at the time of reading, who share the cost. */
    sharers: integer('分摊人数', { readonly: true }),
    share: money('每人分摊', { readonly: true }),
  },
  {
    title: 'readAt',
    unique: [['roomId', 'kind', 'readAt']],
    importKey: ['roomId', 'kind', 'readAt'],
    scope: { building: 'dormId.buildingId' },
    sort: ['-readAt'],
    verbs: ['list', 'add', 'export', 'import'],
    refusals: {
      below: '{room} 的{kind}读数 {reading} 低于上次 {last}（{at}）',
      future: '抄表时间 {readAt} 还没有到',
      twice: '{room} 在 {readAt} 已有{kind}读数',
    },
  },
)
