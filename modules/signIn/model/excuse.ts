/** A span of leave. */
export interface Away {
  from: string
  to: string
}
export const EXCUSES = { leave: '请假', presence: '不在寝', left: '学籍变动', staff: '老师认定' } as const
export type Excuse = keyof typeof EXCUSES
type Open = { opensAt: string; closesAt: string }
/** 20-SA10: on leave during any part of the signing window. Those who return in time may still sign. */
export const isExcused = ({ opensAt, closesAt }: Open, aways: readonly Away[]): boolean =>
  aways.some(a => Date.parse(a.from) < Date.parse(closesAt) && Date.parse(a.to) > Date.parse(opensAt))
