import { date, datetime, entity, integer, states, text } from '#model'

export const loanStates = states(
  {
    open: { label: '借出', tone: 'going' },
    late: { label: '逾期', tone: 'refused' },
    back: { label: '已还', tone: 'done' },
    lapsed: { label: '作废', tone: 'over' },
  },
  {},
)
/** Test entity with deadlines: something lent and to be returned. */
export const loan = entity(
  'loan.loan',
  '借用',
  {
    thing: text('物品', { required: true, max: 40 }),
    state: loanStates.field('状态', { initial: 'open' }),
    warnAt: datetime('预警'),
    dueAt: datetime('应还', { required: true }),
    dueOn: date('应还日'),
    told: text('提醒到', { max: 20 }),
    raised: integer('上报次数'),
    remindedAt: datetime('提醒时间'),
  },
  { title: 'thing', scope: {} },
)
