import { states } from '#model'

/** From the admission to the letter in the hands of the new student. */
export const letterStates = states(
  {
    toCheck: { label: '待核对', tone: 'waiting' },
    ready: { label: '待生成', tone: 'waiting' },
    generated: { label: '已生成', tone: 'going' },
    printed: { label: '已打印', tone: 'going' },
    packed: { label: '已封装', tone: 'going' },
    sent: { label: '已寄出', tone: 'going' },
    delivered: { label: '已签收', tone: 'done' },
    returned: { label: '已退回', tone: 'refused' },
    resent: { label: '已重寄', tone: 'attention' },
    selfPickup: { label: '已自取', tone: 'done' },
    void: { label: '作废', tone: 'over' },
  },
  {
    update: ['toCheck', 'ready', 'returned'],
    confirmAddress: ['toCheck'],
    reopen: ['ready'],
    scan: ['printed', 'returned'],
    handOver: ['generated', 'printed', 'packed', 'returned'],
    voidLetter: ['toCheck', 'ready', 'generated', 'printed', 'packed', 'sent', 'returned', 'resent'],
    reissue: ['generated', 'printed', 'packed', 'sent', 'delivered', 'returned', 'resent', 'selfPickup'],
  },
)
export type LetterState = keyof typeof letterStates.labels
/** Whose letter is made and counts. */
export const MADE: readonly LetterState[] = ['generated', 'printed', 'packed', 'sent', 'delivered', 'returned', 'resent', 'selfPickup']
