import type { Tone } from '#web/feedback/State.tsx'

export const STANDS = { unanswered: '未登记', staying: '留校', leaving: '未离校', left: '已离校', back: '已返校' } as const
export const STANDS_TONES: Readonly<Record<string, Tone>> = { unanswered: 'refused', staying: 'going', leaving: 'attention', left: 'done', back: 'over' }
