import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import { type Formula, parseFormula } from '../../schemes/model/formula.ts'
import { childrenOf, dimensionOf, type Index, inOrder, sourcesOf } from '../../schemes/model/tree.ts'

/** The columns of a tree: `v0`, `v1` …, one for each index, in an order in which each follows what it is made of. */
export interface TreeSql {
  order: readonly Index[]
  column(of: Index): Sql
  /** Laterals that compute the columns from those of `k`, one for each level; `offset 0` keeps each a step of its own, else a column would be written out wherever it is named. */
  laterals: Sql
}
const nth = (n: number): Sql => raw(`v${n}`)
/** Names of the columns that hold points, given scores and caps of an index. */
export const pointsColumn = (n: number): Sql => raw(`p${n}`)
export const scoreColumn = (n: number): Sql => raw(`s${n}`)
export const capColumn = (n: number): Sql => raw(`c${n}`)
/** Numbers were checked when the index was saved; they stand in the statement as they are written. */
const number = (n: number | string): Sql => raw(`${n}::numeric`)

/** A formula as SQL over columns; what is divided by 0 is 0 (50-CQ14). */
function formulaSql(of: Formula, column: (code: string) => Sql): Sql {
  const sub = (part: Formula): Sql => formulaSql(part, column)
  switch (of.is) {
    case 'number':
      return number(of.text)
    case 'code':
      return column(of.code)
    case 'op':
      return of.op === '/' ? sql`coalesce(${sub(of.left)} / nullif(${sub(of.right)}, 0), 0)` : sql`(${sub(of.left)} ${raw(of.op)} ${sub(of.right)})`
    case 'if':
      return sql`(case when ${sub(of.left)} ${raw(of.op)} ${sub(of.right)} then ${sub(of.then)} else ${sub(of.otherwise)} end)`
    case 'call': {
      if (of.name !== 'round') return sql`${raw(of.name === 'min' ? 'least' : 'greatest')}(${join(of.args.map(sub))})`
      const [value, digits] = of.args
      return sql`round(${sub(value as Formula)}, ${raw(digits?.is === 'number' ? digits.text : '0')})`
    }
  }
}
function combined(children: readonly Sql[], group: Index, weights: readonly (number | null)[]): Sql {
  if (!children.length) return number(0)
  if (group.combine === 'max') return sql`greatest(${join([...children])})`
  if (group.combine === 'weighted')
    return sql`(${join(
      children.map((c, n) => sql`${c} * ${number(weights[n] ?? 0)}`),
      ' + ',
    )}) / 100`
  return sql`(${join([...children], ' + ')})`
}
/** Translates a tree into columns: exact decimals, four of them inside (50-CQ3). */
export function treeSql(all: readonly Index[]): TreeSql {
  const ordered = inOrder(all)
  const order = 'order' in ordered ? ordered.order : []
  const placeOf = new Map(order.map((i, n) => [i.id, n]))
  const column = ({ id }: Index): Sql => nth(placeOf.get(id) ?? 0)
  const byCode = (code: string): Sql => column(order.find(i => i.code === code) as Index)
  const rawOf = (of: Index, n: number): Sql => {
    const base = number(of.baseScore ?? 0)
    const children = childrenOf(all, of.id)
    switch (of.kind) {
      case 'auto':
        return sql`${base} + coalesce(k.${pointsColumn(n)}, 0)`
      case 'deduct':
        return sql`${base} - coalesce(k.${pointsColumn(n)}, 0)`
      case 'scored':
      case 'imported':
        return sql`coalesce(k.${scoreColumn(n)}, ${base})`
      case 'grades':
        return sql`coalesce(k.mean, 0)`
      case 'formula':
        return formulaSql(parseFormula(of.formula ?? '0'), byCode)
      case 'group':
        return combined(
          children.map(column),
          of,
          children.map(c => c.weight),
        )
    }
  }
  const cappedOf = (of: Index, n: number): Sql => {
    const least = of.minScore === null ? rawOf(of, n) : sql`greatest(${rawOf(of, n)}, ${number(of.minScore)})`
    const cap = dimensionOf(all, of) === of ? sql`, k.${capColumn(n)}` : empty
    return sql`round(least(${least}, ${number(of.maxScore)}${cap}), 4) as ${nth(n)}`
  }
  const levelOf = new Map<string, number>()
  for (const of of order) levelOf.set(of.id, Math.max(-1, ...sourcesOf(all, of).map(s => levelOf.get(s.id) ?? 0)) + 1)
  const levels = Map.groupBy([...order.entries()], ([, of]) => levelOf.get(of.id) ?? 0)
  const laterals = [...levels.keys()]
    .sort((a, b) => a - b)
    .map(level => sql`cross join lateral (select ${join((levels.get(level) ?? []).map(([n, of]) => cappedOf(of, n)))} offset 0) ${raw(`l${level}`)}`)
  return { order, column, laterals: join(laterals, ' ') }
}
