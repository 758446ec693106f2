import type { Row } from '#model'
import type { evidence } from '#modules/evidence/model/evidence.ts'
import { type Formula, parseFormula } from '../schemes/model/formula.ts'
import type { cqaPointRule } from '../schemes/model/point-rule.ts'
import { childrenOf, dimensionOf, type Index } from '../schemes/model/tree.ts'

/** Ten decimals more than are compared, as whole numbers. */
const ONE = 10n ** 20n
type Exact = bigint
const exact = (n: number | string): Exact => {
  const [whole = '0', part = ''] = String(n).split('.')
  const digits = BigInt(`${whole.replace('-', '')}${part.padEnd(20, '0').slice(0, 20)}`)
  return String(n).startsWith('-') ? -digits : digits
}
const rounded = (n: Exact, decimals: number): Exact => {
  const step = 10n ** BigInt(20 - decimals)
  const size = n < 0n ? -n : n
  const up = ((size + step / 2n) / step) * step
  return n < 0n ? -up : up
}
const times = (a: Exact, b: Exact): Exact => (a * b) / ONE
const over = (a: Exact, b: Exact): Exact => (b === 0n ? 0n : (a * ONE) / b)
const least = (...of: Exact[]): Exact => of.reduce((a, b) => (a - b > 0n ? b : a))
const most = (...of: Exact[]): Exact => of.reduce((a, b) => (b - a > 0n ? b : a))
const four = (n: Exact): string => `${n < 0n ? '-' : ''}${(n < 0n ? -n : n) / ONE}.${String(((n < 0n ? -n : n) % ONE) / 10n ** 16n).padStart(4, '0')}`

type Entry = Row<typeof evidence>
type Rule = Row<typeof cqaPointRule>
/** What is known of one student. */
export interface ReferenceInput {
  entries: readonly Entry[]
  /** Held scores by the id of the index. */
  given: ReadonlyMap<string, number>
  mean: number | null
}
const exactness = (r: Rule): number => [r.level, r.place, r.teamRole, r.titleHas].filter(x => x !== null).length
const fits = (r: Rule, e: Entry): boolean =>
  r.evidenceKind === e.kind &&
  (r.level === null || r.level === e.level) &&
  (r.place === null || r.place === e.place) &&
  (r.teamRole === null || r.teamRole === e.teamRole) &&
  (r.titleHas === null || e.title.includes(r.titleHas))
function worthOf(r: Rule, e: Entry): Exact {
  const all = r.perUnit ? times(exact(r.points), exact(e.quantity ?? 0)) : exact(r.points)
  if (r.teamSplit === 'equal') return rounded(over(all, exact(Math.max(e.teamSize ?? 1, 1))), 4)
  return rounded(r.teamSplit === 'byRole' && e.teamRole === 'member' ? over(all, exact(2)) : all, 4)
}
/** Points of an index, one entry after the other. */
function pointsOf(rules: readonly Rule[], entries: readonly Entry[]): { points: Exact; caps: Exact[] } {
  const counted = entries.flatMap(entry => {
    const [rule] = rules.filter(r => fits(r, entry)).sort((a, b) => exactness(b) - exactness(a) || b.points - a.points || (a.id < b.id ? -1 : 1))
    return rule ? [{ entry, rule, worth: worthOf(rule, entry), key: entry.achievementKey ?? entry.id }] : []
  })
  const isBeaten = (one: (typeof counted)[number]): boolean =>
    one.rule.sameAchievement === 'highest' &&
    counted.some(o => o !== one && o.rule.sameAchievement === 'highest' && o.key === one.key && (o.worth > one.worth || (o.worth === one.worth && o.entry.id < one.entry.id)))
  const standing = counted.filter(one => !isBeaten(one))
  const byRule = Map.groupBy(standing, one => one.rule)
  const points = [...byRule].reduce((sum, [rule, of]) => {
    const all = of.reduce((a, o) => a + o.worth, 0n)
    return sum + (rule.capPerStudent === null ? all : least(all, exact(rule.capPerStudent)))
  }, 0n)
  return { points, caps: standing.flatMap(o => (o.rule.dimensionCap === null ? [] : [exact(o.rule.dimensionCap)])) }
}
function formulaOf(of: Formula, value: (code: string) => Exact): Exact {
  const sub = (part: Formula): Exact => formulaOf(part, value)
  switch (of.is) {
    case 'number':
      return exact(of.text)
    case 'code':
      return value(of.code)
    case 'op': {
      const [a, b] = [sub(of.left), sub(of.right)]
      return of.op === '+' ? a + b : of.op === '-' ? a - b : of.op === '*' ? times(a, b) : over(a, b)
    }
    case 'if': {
      const [a, b] = [sub(of.left), sub(of.right)]
      const holds = { '<': a < b, '<=': a <= b, '>': a > b, '>=': a >= b, '=': a === b, '<>': a !== b }[of.op]
      return sub(holds ? of.then : of.otherwise)
    }
    case 'call': {
      const args = of.args.map(sub)
      if (of.name === 'round') return rounded(args[0] ?? 0n, of.args[1]?.is === 'number' ? Number(of.args[1].text) : 0)
      return of.name === 'min' ? least(...args) : most(...args)
    }
  }
}
/** The plain calculation of one student, by which that of a whole school is judged: scores by code. */
export function referenceOf(all: readonly Index[], rules: readonly Rule[], { entries, given, mean }: ReferenceInput): Record<string, string> {
  const points = new Map(
    all.map(i => [
      i.id,
      pointsOf(
        rules.filter(r => r.indexId === i.id),
        entries,
      ),
    ]),
  )
  const value = (of: Index): Exact => {
    const base = exact(of.baseScore ?? 0)
    const { points: earned = 0n } = points.get(of.id) ?? {}
    const children = childrenOf(all, of.id)
    const raw = (): Exact => {
      if (of.kind === 'auto') return base + earned
      if (of.kind === 'deduct') return base - earned
      if (of.kind === 'grades') return exact(mean ?? 0)
      if (of.kind === 'formula') return formulaOf(parseFormula(of.formula ?? '0'), code => value(all.find(i => i.code === code) as Index))
      if (of.kind !== 'group') return given.has(of.id) ? exact(given.get(of.id) ?? 0) : base
      const scores = children.map(value)
      if (of.combine === 'max') return most(...scores)
      if (of.combine === 'sum') return scores.reduce((a, b) => a + b, 0n)
      return over(
        children.reduce((sum, c) => sum + times(value(c), exact(c.weight ?? 0)), 0n),
        exact(100),
      )
    }
    const floored = of.minScore === null ? raw() : most(raw(), exact(of.minScore))
    const caps = dimensionOf(all, of) === of ? all.filter(i => dimensionOf(all, i)?.id === of.id).flatMap(i => points.get(i.id)?.caps ?? []) : []
    return rounded(least(floored, exact(of.maxScore), ...caps), 4)
  }
  return Object.fromEntries(all.map(i => [i.code, four(value(i))]))
}
