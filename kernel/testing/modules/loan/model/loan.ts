import { choice, datetime, entity, integer, text } from '#model'

/** Test entity with deadlines: something lent and to be returned. */
export const loan = entity(
  'loan.loan',
  '借用',
  {
    thing: text('物品', { required: true, max: 40 }),
    state: choice('状态', { open: '借出', late: '逾期', back: '已还', lapsed: '作废' }, { required: true, initial: 'open' }),
    warnAt: datetime('预警'),
    dueAt: datetime('应还', { required: true }),
    told: text('提醒到', { max: 20 }),
    raised: integer('上报次数'),
    remindedAt: datetime('提醒时间'),
  },
  { title: 'thing', scope: {} },
)
