/** 处分种类, from the lightest; `none` is criticism and no punishment. */
export const LEVELS = { none: '批评教育', warning: '警告', seriousWarning: '严重警告', demerit: '记过', probation: '留校察看', expulsion: '开除学籍' } as const
export type Level = keyof typeof LEVELS
/** What is decided. The last three come from the student's record and have neither level nor period (50-PN16). */
export const MEASURES = { punishment: '纪律处分', withdrawal: '退学处理', recordCancel: '取消学籍', admissionCancel: '取消入学资格' } as const
export type Measure = keyof typeof MEASURES
const ORDER = Object.keys(LEVELS) as Level[]
export const rankOf = (level: string | null): number => ORDER.indexOf((level ?? 'none') as Level)
export const isHeavier = (a: string | null, b: string | null): boolean => rankOf(a) > rankOf(b)
/** 50-PN5: one level heavier, at most expulsion. */
export const oneHeavier = (level: string | null): Level => ORDER[Math.min(rankOf(level) + 1, ORDER.length - 1)] ?? 'warning'
/** Levels that a threshold covers: that one and all heavier. */
export const levelsFrom = (least: string | null): Level[] => (least && least !== 'off' ? ORDER.slice(Math.max(1, rankOf(least === 'all' ? 'warning' : least))) : [])
/** Whether it ends by a day: everything but expulsion and what ends the student's record. */
export const hasPeriod = ({ measure, level }: { measure: string | null; level: string | null }): boolean => measure === 'punishment' && level !== 'expulsion' && level !== 'none'
/** What ends the student's time at the school: heard, reviewed and decided by a meeting (50-PN3, 50-PN16). */
export const endsStudies = ({ measure, level }: { measure: string | null; level: string | null }): boolean => measure !== 'punishment' || level === 'expulsion'
/** What it is called on paper. */
export const decisionLabel = ({ measure, level }: { measure: string | null; level: string | null }): string =>
  measure && measure !== 'punishment' ? MEASURES[measure as Measure] : LEVELS[(level ?? 'none') as Level]
