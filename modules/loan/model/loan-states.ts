import { SUBMITTED_STATES } from '#flow/index.ts'
import { states } from '#model'

/** 40 §6: those of an application come before the bank has agreed to a campus-based loan. */
export const loanStates = states(
  {
    ...SUBMITTED_STATES,
    approved: { label: '待银行批复', tone: 'waiting' },
    registered: { label: '已登记', tone: 'waiting' },
    receiptEntered: { label: '回执已录入', tone: 'going' },
    awaiting: { label: '等待放款', tone: 'going' },
    arrived: { label: '已放款', tone: 'done' },
    active: { label: '在贷', tone: 'done' },
    graduating: { label: '待毕业确认', tone: 'attention' },
    confirmed: { label: '已确认', tone: 'done' },
    extended: { label: '继续深造', tone: 'going' },
    repaying: { label: '还款中', tone: 'going' },
    lost: { label: '失联', tone: 'refused' },
    settled: { label: '已结清', tone: 'over' },
  },
  {
    resubmit: ['returned'],
    withdraw: ['pending', 'returned'],
    agree: ['approved'],
    decline: ['approved', 'registered', 'receiptEntered', 'awaiting'],
    send: ['receiptEntered'],
    follow: ['active', 'graduating', 'confirmed', 'extended', 'repaying', 'lost'],
  },
)
export type LoanState = keyof typeof loanStates.labels
/** What is registered and has not arrived: it covers what it will pay (40-L2). */
export const AWAITED = ['registered', 'receiptEntered', 'awaiting'] as const satisfies readonly LoanState[]
/** Money that is owed to a bank. */
export const OPEN_LOANS = ['arrived', 'active', 'graduating', 'confirmed', 'extended', 'repaying', 'lost'] as const satisfies readonly LoanState[]
/** They count neither for the year nor for the figure (40-L1). */
export const ENDED = ['rejected', 'withdrawn', 'cancelled'] as const satisfies readonly LoanState[]
/** A campus-based loan that its bank has not agreed to: it is without a contract. */
export const isApplied = ({ kind, contractTail }: { kind: string; contractTail: string | null }): boolean => kind === 'campus' && !contractTail
