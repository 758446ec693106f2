import { type Level, levelsFrom } from './levels.ts'

/** What a punishment in force may keep somebody from (50-PN13). */
export const EFFECTS = {
  awards: '不能参评奖学金和荣誉',
  offices: '不能担任学生干部和社团负责人',
  transfers: '不能推免和转专业',
  graduation: '不能毕业',
  workStudy: '不能参加勤工助学',
  aid: '不能享受困难资助',
} as const
export type Effect = keyof typeof EFFECTS
type Bars = Readonly<Record<`bars.${Effect}`, string>>
/** Levels that bar from something, as the school has set it. */
export const barringLevels = (set: Bars, effect: Effect): Level[] => levelsFrom(set[`bars.${effect}`])
export const effectsOf = (set: Bars, level: Level): Effect[] => (Object.keys(EFFECTS) as Effect[]).filter(effect => barringLevels(set, effect).includes(level))
