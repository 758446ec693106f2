import type { Sql } from 'sql-template-tag'
import { type Fact, type Facts, factsIn } from '#flow/index.ts'
import type { NamedCondition, Unmet } from '#modules/workflow/flows/model/explain.ts'
import { factsOfStudents, knownFacts, readableFacts, sayIn, unmetText } from '#modules/workflow/server/api.ts'
import type { Db, Lang, Principal } from '#server/context.ts'
import { type Judged, judge, OUTSTANDING } from '../model/checks.ts'

const RANK = ['cqa.studyRank', 'cqa.groupSize'] as const
const RANKED: ReadonlySet<string> = new Set([RANK[0], 'cqa.studyRankShare'])
const namesIn = (conditions: readonly NamedCondition[]): string[] => [...new Set([...conditions.flatMap(c => factsIn(c.when)), ...RANK])]
/** Facts of any number of students that these conditions compare, with rank and headcount, as of a day: one statement for each source. */
export const factsFor = (db: Db, conditions: readonly NamedCondition[], students: Sql, on: string): Promise<(id: string) => Facts> =>
  factsOfStudents(db, students, namesIn(conditions), on)

/** What a reader is told of conditions, in their language. */
export interface Reader {
  known: readonly Fact[]
  lang: Lang
  /** Facts whose values they may be told. */
  readable: ReadonlySet<string>
}
/** `isOwn`: students read their own values. */
export async function readerOf(db: Db, me: Principal, lang: Lang, { isOwn = false, more = [] as readonly Fact[] } = {}): Promise<Reader> {
  const known = [...(await knownFacts(db)), ...more]
  const names = isOwn ? known.map(f => f.name) : [...readableFacts(db, me), ...more.map(f => f.name)]
  return { known, lang, readable: new Set([...names, OUTSTANDING.name]) }
}
/** “第 14 名，共 52 人” beside a share, so that the rule is understood (40-A3). */
function whyText(unmet: Unmet, facts: Facts, { known, lang, readable }: Reader): string {
  const say = sayIn(lang)
  const [rank, size] = RANK.map(name => facts[name])
  const text = unmetText(unmet, { known: [...known, OUTSTANDING], readable, say })
  const isRank = RANKED.has(unmet.fact) && readable.has(RANK[0]) && typeof rank === 'number' && typeof size === 'number'
  return isRank ? say('{text}，第 {rank} 名，共 {size} 人', { text, rank: rank as number, size: size as number }) : text
}
export interface ConditionResult extends Pick<Judged, 'name' | 'says' | 'result'> {
  why: string[]
}
/** Conditions judged for one student and said to a reader. */
export function tell(conditions: readonly NamedCondition[], facts: Facts, reader: Reader): ConditionResult[] {
  const say = sayIn(reader.lang)
  return judge(conditions, facts, { known: reader.known, say }).map(({ name, says, result, failed }) => ({
    name,
    says,
    result,
    why: result === 'unknown' ? [say('学校还没有这项数据，由学院核对')] : failed.map(f => whyText(f, facts, reader)),
  }))
}
