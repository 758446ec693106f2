import { inNight } from '../setup/night.ts'
import type { ViolationDraft } from './draft.ts'

interface Late {
  nightDate: string
  seenAt: string | null
}
/** Late returns of so many days count together. */
export const LATE_DAYS = 30
/** 20-DI7: the night that fills the measure names the draft, so that every further late return of the same days makes no other. */
export function lateDraft(studentId: string, lates: readonly Late[], least: number): ViolationDraft | undefined {
  const night = lates[least - 1]
  if (!night) return undefined
  return {
    studentId,
    type: 'late',
    level: 'ordinary',
    at: night.seenAt ?? inNight(night.nightDate, '23:59'),
    details: `${LATE_DAYS} 天内晚归 ${least} 次：${lates
      .slice(0, least)
      .map(l => l.nightDate)
      .join('、')}`,
    sourceType: 'nightLine',
    sourceId: studentId,
    sourceSeq: `late ${night.nightDate}`,
  }
}
