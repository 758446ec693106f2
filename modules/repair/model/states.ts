import { states } from '#model'

/** Not yet repaired: what a second report of the same fault would double (20-R1). */
export const OPEN_ORDER = ['submitted', 'reopened', 'dispatched', 'working', 'suspended'] as const
/** Awaits a worker. */
export const UNASSIGNED = ['submitted', 'reopened'] as const
const NOT_BEGUN = ['submitted', 'dispatched'] as const

/** An order is dispatched until somebody arrives; a rejected, withdrawn or merged one was never worked on. */
export const orderStates = states(
  {
    submitted: { label: '待派单', tone: 'waiting' },
    dispatched: { label: '已派单', tone: 'going' },
    working: { label: '维修中', tone: 'going' },
    suspended: { label: '已暂停', tone: 'attention' },
    done: { label: '待确认', tone: 'attention' },
    reopened: { label: '返修', tone: 'refused' },
    confirmed: { label: '已确认', tone: 'done' },
    closed: { label: '已办结', tone: 'done' },
    rejected: { label: '已退回', tone: 'refused' },
    withdrawn: { label: '已撤回', tone: 'over' },
    merged: { label: '已合并', tone: 'over' },
  },
  {
    support: OPEN_ORDER,
    withdraw: NOT_BEGUN,
    confirm: ['done'],
    notFixed: ['done'],
    score: ['confirmed', 'merged'],
    dispatch: ['submitted', 'reopened', 'dispatched', 'working'],
    dispatchAgain: UNASSIGNED,
    setUrgency: OPEN_ORDER,
    reject: NOT_BEGUN,
    merge: NOT_BEGUN,
  },
)
export type OrderState = keyof typeof orderStates.labels

/** In somebody's hands; an order has one such sheet at most. */
export const OPEN_SHEET = ['assigned', 'accepted', 'arrived'] as const
export const sheetStates = states(
  {
    assigned: { label: '待接单', tone: 'waiting' },
    accepted: { label: '已接单', tone: 'going' },
    arrived: { label: '已到场', tone: 'going' },
    done: { label: '已完工', tone: 'done' },
    declined: { label: '已拒单', tone: 'refused' },
    transferred: { label: '已转出', tone: 'over' },
  },
  { accept: ['assigned'], decline: ['assigned', 'accepted'], arrive: ['assigned', 'accepted'], suspend: ['arrived'], resume: ['arrived'], finish: ['arrived'] },
)
export type SheetState = keyof typeof sheetStates.labels
