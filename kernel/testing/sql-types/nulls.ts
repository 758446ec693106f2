import type { ResultColumn } from './describe.ts'

/** Aggregates that are null over no rows. */
const AGGREGATE = '(?:max|min|sum|avg|array_agg|jsonb_agg|json_agg|string_agg|bool_or|bool_and)'
const escaped = (text: string): string => text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')

/** Why a column of a statement may be null; undefined where it cannot be, or where reading the text does not tell. */
export function mayBeNull(text: string, { name, origin }: ResultColumn): string | undefined {
  if (origin) {
    if (origin.isNullable && !isExcluded(text, origin.column)) return 'its column may be null'
    return isOuterOnly(text, origin.table) ? 'its table is joined by an outer join' : undefined
  }
  const isWhole = !/\b(group by|having)\b/i.test(text)
  return isWhole && new RegExp(`(?:select|,)\\s*${AGGREGATE}\\((?:[^()]|\\([^()]*\\))*\\)(?:::\\w+(?:\\[\\])?)?\\s+(?:as\\s+)?"?${escaped(name)}"?(?:\\s|,)`, 'i').test(text)
    ? 'it is an aggregate, which may be of no rows'
    : undefined
}
/** Conditions and joins by which a row without the value would not be there. */
const isExcluded = (text: string, column: string): boolean => {
  const named = `(?:\\w+\\.)?"?${escaped(column)}"?`
  return new RegExp(`${named}(?:::\\w+)? (?:is not null|=|<|>|<=|>=|in|between|~|like|ilike|any)\\b|${named} ?[=<>@&?]|[=<>] ?${named}\\b`, 'i').test(text)
}
/** The table occurs once, in an outer join. */
const isOuterOnly = (text: string, table: string): boolean => {
  const named = `\\(?(?:select \\* from )?"?${escaped(table)}"?\\b`
  const count = [...text.matchAll(new RegExp(`\\b(?:from|join|,)\\s+(?:lateral )?${named}`, 'gi'))].length
  return count === 1 && new RegExp(`left join (?:lateral )?${named}`, 'i').test(text)
}
