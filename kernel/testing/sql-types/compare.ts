import pg from 'pg'
import { SymbolFlags, type Type, TypeFlags } from 'typescript/unstable/sync'
import type { ResultColumn } from './describe.ts'
import { mayBeNull } from './nulls.ts'
import type { Source } from './source.ts'

const { builtins } = pg.types
const kinds = (kind: string, ...oids: number[]) => oids.map(oid => [oid, kind] as const)
/** What a value of a database type is in JavaScript, by the driver's parsers (`data/pool.ts`); types that are not named are text. */
const KINDS: ReadonlyMap<number, string> = new Map([
  ...kinds('number', builtins.INT2, builtins.INT4, builtins.INT8, builtins.FLOAT4, builtins.FLOAT8, builtins.NUMERIC, builtins.OID),
  ...kinds('boolean', builtins.BOOL),
  ...kinds('json', builtins.JSON, builtins.JSONB),
  ...kinds('Buffer', builtins.BYTEA),
  ...kinds('Date', builtins.TIMESTAMP),
  ...kinds('number[]', 1005, 1007, 1021, 1022, 1231),
  ...kinds('boolean[]', 1000),
  ...kinds('string[]', 1009, 1015, 1002, 1003, 2951, 1016),
  ...kinds('Date[]', 1115, 1182, 1185),
  ...kinds('json[]', 199, 3807),
])
/** A column as a row's type declares it. */
interface Declared {
  types: readonly Type[]
  isOptional: boolean
  /** Null or undefined is declared, or anything. */
  isNullable: boolean
  text: string
}
/** Differences between the columns of a statement and the declared type of its rows. */
export function differences(source: Source, row: Type, columns: readonly ResultColumn[], statement: string): string[] {
  const declared = columnsOf(source, row)
  if (!declared) return []
  const wrong: string[] = []
  const returned = new Map(columns.map(column => [column.name, column]))
  if (returned.size < columns.length) wrong.push('returns two columns of one name')
  for (const [name, { isOptional }] of declared) if (!returned.has(name) && !isOptional) wrong.push(`declares ${name}, which is not returned`)
  for (const column of columns) {
    const expected = declared.get(column.name)
    if (!expected) wrong.push(`returns ${column.name}, which is not declared`)
    else wrong.push(...mismatches(source, column, expected), ...nulls(column, expected, statement))
  }
  return wrong
}
function* mismatches(source: Source, { name, type }: ResultColumn, { types, text }: Declared): Generator<string> {
  const kind = KINDS.get(type) ?? 'string'
  if (!types.every(one => fits(source, one, kind))) yield `declares ${name}: ${text}, which is ${kind}`
}
function* nulls(column: ResultColumn, { isNullable, text }: Declared, statement: string): Generator<string> {
  const why = isNullable ? undefined : mayBeNull(statement, column)
  if (why) yield `declares ${column.name}: ${text}, which may be null: ${why}`
}
/** Columns a row's type declares; none if any column may come. */
function columnsOf({ types }: Source, type: Type): ReadonlyMap<string, Declared> | undefined {
  if (type.isTypeParameter() || !(type.flags & TypeFlags.Object || type.flags & TypeFlags.Intersection)) return undefined
  if (types.getIndexInfosOfType(type).length) return undefined
  return new Map(
    types.getPropertiesOfType(type).map(property => {
      const given = types.getTypeOfSymbol(property)
      const parts = given ? partsOf(given) : []
      const isEmpty = (one: Type) => (one.flags & (TypeFlags.Null | TypeFlags.Undefined)) !== 0
      return [
        property.name,
        {
          types: parts.filter(one => !isEmpty(one)),
          isNullable: parts.some(one => isEmpty(one) || (one.flags & (TypeFlags.Any | TypeFlags.Unknown)) !== 0),
          isOptional: (property.flags & SymbolFlags.Optional) !== 0,
          text: given ? types.typeToString(given) : '?',
        },
      ]
    }),
  )
}
const partsOf = (type: Type): readonly Type[] => (type.isUnionType() ? type.getTypes().flatMap(partsOf) : [type])

function fits(source: Source, type: Type, kind: string): boolean {
  if (type.flags & (TypeFlags.Any | TypeFlags.Unknown)) return true
  if (kind === 'json' || kind === 'json[]') return kind === 'json' || source.types.isArrayLikeType(type)
  if (kind.endsWith('[]')) {
    if (!source.types.isArrayLikeType(type) || !type.isTypeReference()) return false
    return source.types
      .getTypeArguments(type)
      .flatMap(partsOf)
      .every(one => (one.flags & TypeFlags.Null) !== 0 || fits(source, one, kind.slice(0, -2)))
  }
  if (kind === 'string') return (type.flags & TypeFlags.StringLike) !== 0
  if (kind === 'number') return (type.flags & TypeFlags.NumberLike) !== 0
  if (kind === 'boolean') return (type.flags & TypeFlags.BooleanLike) !== 0
  return type.getSymbol()?.name === kind || (kind === 'Buffer' && type.getSymbol()?.name === 'Uint8Array')
}
