import { textsOf } from './sql-writes.ts'

/** A read of a table in SQL. */
export interface SqlRead {
  file: string
  line: number
  table: string
}
/** Table names after `from`, `join`, `using`, and after the comma of an implicit join: there a name is followed by an alias, which a column has only after `as`. */
const READ =
  /\b(?:from|join|using)\s+(?:only\s+|lateral\s+)?"?([a-z_]\w*)"?|,\s*"?([a-z_]\w*)"?\s+(?!(?:as|asc|desc|nulls|is|in|from|bool|boolean|bigint|date|int|jsonb|numeric|text|timestamptz|uuid)\b)[a-z]\w*(?=\s+(?:where|join|left|inner|cross|on|order|group|limit)\b|\s*[,)`'$]|$)/gim
const SQL = /\b(?:select|update|delete|insert|merge|with|from|join|using|exists)\b/i

/** All known tables read by SQL in the strings and templates of a file. */
export function readsIn(file: string, source: string, isTable: (name: string) => boolean): SqlRead[] {
  const found: SqlRead[] = []
  for (const { text, start } of textsOf(source)) {
    if (!SQL.test(text)) continue
    for (const match of text.matchAll(READ)) {
      const table = (match[1] ?? match[2] ?? '').toLowerCase()
      if (isTable(table)) found.push({ file, line: source.slice(0, start + match.index).split('\n').length, table })
    }
  }
  return found
}
