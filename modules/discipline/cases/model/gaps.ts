import { wordsOfRich } from '#model/rich.ts'
import { hasPeriod, type Level } from './levels.ts'

interface Document {
  studentId: string | null
  facts: string | null
  materialIds: ReadonlyArray<string | null> | null
  measure: string | null
  decidedLevel: Level | null
  periodMonths: number | null
}
/** Whether rich content has no text. */
export const isBlank = (html: string | null | undefined): boolean => !html || !wordsOfRich(html)
/** 50-PN7: what a decision must say and this one does not (Order 41, Article 53), by label. */
export function documentGaps(row: Document, { ruleIds, appealTo }: { ruleIds: ReadonlyArray<string | null>; appealTo: string }): string[] {
  const of = { measure: row.measure, level: row.decidedLevel }
  return [
    row.studentId ? null : '学生基本信息',
    isBlank(row.facts) ? '认定事实' : null,
    row.materialIds?.length ? null : '证据',
    ruleIds.length ? null : '处分依据',
    row.measure !== 'punishment' || row.decidedLevel ? null : '处分种类',
    hasPeriod(of) && !row.periodMonths ? '处分期' : null,
    appealTo.trim() ? null : '申诉途径和期限',
  ].flatMap(gap => gap ?? [])
}
