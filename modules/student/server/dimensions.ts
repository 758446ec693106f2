import sql, { raw, type Sql } from 'sql-template-tag'
import { educationLevel, ethnicityCode, genderCode, politicalCode } from '#model/national.ts'
import { campus } from '#modules/campus/model/places.ts'
import { cantonsByCode } from '#modules/campus/server/api.ts'
import type { Db } from '#server/context.ts'
import { itemsOf } from '#server/params/dictionaries.ts'
import type { Dimension } from '../model/statistics.ts'
import { STUDENT_STATUS, type StudentStatus } from '../model/status.ts'
import { organisation } from './place.ts'

/** Group key of a span `h` in a dimension; empty if unknown. */
export function keyOf(dimension: Dimension, asOf: string): Sql {
  if (dimension === 'age') return sql`extract(year from age(${asOf}::date, h.birth_date))::int::text`
  return raw(KEYS[dimension])
}
const KEYS: Readonly<Record<Exclude<Dimension, 'age'>, string>> = {
  department: 'h.department_id::text',
  major: 'h.major_id::text',
  grade: 'h.grade::text',
  class: "coalesce(h.class_id::text, '')",
  campus: 'h.campus_id::text',
  gender: 'h.gender_code',
  ethnicity: "coalesce(h.ethnicity_code, '')",
  political: "coalesce(h.political_code, '')",
  origin: "coalesce(left(h.source_canton, 2) || '0000', '')",
  level: 'h.level',
  status: 'h.status',
}
export interface Names {
  of(key: string): string
  /** Sort order of the keys. */
  order(a: string, b: string): number
}
const MISSING = '未填写'

/** Labels and order of a dimension's keys. */
export async function namesOf(db: Db, dimension: Dimension): Promise<Names> {
  const known = await NAMES[dimension](db)
  const place = new Map([...known.keys()].map((key, at) => [key, at]))
  const rank = (key: string): number => (key === '' ? Number.MAX_SAFE_INTEGER : (place.get(key) ?? 1_000_000 + Number(key || 0)))
  return { of: key => (key === '' ? MISSING : (known.get(key) ?? key)), order: (a, b) => rank(a) - rank(b) || a.localeCompare(b) }
}
const dictionaryNames = (code: string) => async (db: Db) => new Map([...(await itemsOf(db, code))].map(([key, item]) => [key, item.dictionaryValue]))
const organisationNames = (part: 'departments' | 'majors' | 'classes') => async (db: Db) => {
  const rows = [...(await organisation(db))[part].values()]
  const codeOf = (row: (typeof rows)[number]): string => ('classNo' in row ? `${9999 - Number(row.grade)}${row.classNo}` : row.code)
  return new Map(rows.sort((a, b) => codeOf(a).localeCompare(codeOf(b))).map(row => [row.id, row.name]))
}
const NAMES: Readonly<Record<Dimension, (db: Db) => Promise<Map<string, string>>>> = {
  department: organisationNames('departments'),
  major: organisationNames('majors'),
  class: organisationNames('classes'),
  campus: async db => new Map([...(await db.cached(campus)).values()].map(c => [c.id, c.name])),
  grade: async () => new Map(Array.from({ length: 80 }, (_, i) => [String(2060 - i), `${2060 - i} 级`])),
  age: async () => new Map(Array.from({ length: 100 }, (_, i) => [String(i), `${i} 岁`])),
  gender: dictionaryNames(genderCode.code),
  ethnicity: dictionaryNames(ethnicityCode.code),
  political: dictionaryNames(politicalCode.code),
  level: dictionaryNames(educationLevel.code),
  origin: async db =>
    new Map(
      [...(await cantonsByCode(db)).values()]
        .filter(c => c.level === 'province')
        .map(c => [c.code, c.name] as const)
        .sort(([a], [b]) => a.localeCompare(b)),
    ),
  status: async () => new Map(Object.keys(STUDENT_STATUS).map(key => [key, STUDENT_STATUS[key as StudentStatus]])),
}
