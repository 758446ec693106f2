import { inNight } from '../../places/model/night.ts'
import type { ViolationDraft } from './draft.ts'

interface Late {
  nightDate: string
  seenAt: string | null
}
/** Window of days in which late returns are summed. */
export const LATE_DAYS = 30
/** 20-DI7: the night that reaches the threshold is the draft's key, so that further late returns of the same window create no other draft. */
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
/** The same for nights out of a term; its counsellor is asked once a term whether to refer. */
export function nightOutDraft(studentId: string, outs: readonly Pick<Late, 'nightDate'>[], least: number, sourceSeq: string): ViolationDraft | undefined {
  const nights = outs.slice(0, least).map(o => o.nightDate)
  const last = nights[least - 1]
  if (!last) return undefined
  const details = `本学期夜不归宿 ${least} 次：${nights.join('、')}`
  return { studentId, type: 'nightOut', level: 'ordinary', at: inNight(last, '23:59'), details, sourceType: 'nightLine', sourceId: studentId, sourceSeq }
}
