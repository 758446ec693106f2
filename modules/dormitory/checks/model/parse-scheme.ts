import { CHECK_AREAS, type CheckItem, type CheckStep, FULL, GRADE_LIMITS, type GradeLimits } from './items.ts'

/** Error of a scheme: a refusal of the entity with values. */
export interface Fault {
  key: string
  values: Record<string, unknown>
}
const MOST_ITEMS = 40
const MOST_STEPS = 12
const isText = (value: unknown, max: number): value is string => typeof value === 'string' && value.trim().length > 0 && value.length <= max
const isPoints = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= FULL && Number.isInteger(value * 2)
const isStep = (value: unknown): value is CheckStep => {
  const { name, points } = (value ?? {}) as Partial<CheckStep>
  return isText(name, 40) && isPoints(points) && points > 0
}
/** The first invalid property of an item, by its label. */
function wrongIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return '写法'
  const { code, name, area, full, steps, veto, violation } = value as Partial<CheckItem>
  if (!isText(code, 20) || !/^\w+$/.test(code)) return '编号'
  if (!isText(name, 40)) return '名称'
  if (!area || !Object.hasOwn(CHECK_AREAS, area)) return '区域'
  if (veto) return violation === undefined || violation === null || isText(violation, 40) ? undefined : '违纪类型'
  if (!isPoints(full) || full <= 0) return '满分'
  return Array.isArray(steps) && steps.length > 0 && steps.length <= MOST_STEPS && steps.every(isStep) ? undefined : '扣分项'
}
const twiceIn = (names: readonly string[]): string | undefined => names.find((name, n) => names.indexOf(name) !== n)

/** Parses items, or returns the error: points must sum to 100, with some for the room itself. */
export function parseItems(given: unknown): CheckItem[] | Fault {
  const rows: unknown[] = Array.isArray(given) && given.length <= MOST_ITEMS ? given : [null]
  for (const [n, row] of rows.entries()) {
    const what = wrongIn(row)
    if (what) return { key: 'itemForm', values: { n: n + 1, what } }
  }
  const items = (rows as CheckItem[]).map(
    ({ code, name, area, full, steps, veto, violation, needPhoto }): CheckItem => ({
      code,
      name: name.trim(),
      area,
      full: veto ? 0 : full,
      steps: veto ? [] : steps.map(s => ({ name: s.name.trim(), points: s.points })),
      ...(veto ? { veto: true, violation: violation ?? 'other' } : {}),
      ...(needPhoto ? { needPhoto: true } : {}),
    }),
  )
  const twice = twiceIn(items.map(i => i.name)) ?? twiceIn(items.map(i => i.code)) ?? items.flatMap(i => twiceIn(i.steps.map(s => s.name)) ?? [])[0]
  if (twice) return { key: 'twice', values: { item: twice } }
  for (const { name, full, steps } of items) {
    const over = steps.find(s => s.points > full)
    if (over) return { key: 'stepOver', values: { item: name, step: over.name, points: over.points, full } }
  }
  const sum = items.reduce((all, i) => all + i.full, 0)
  if (sum !== FULL) return { key: 'sum', values: { sum } }
  return items.some(i => i.area === 'public' && i.full > 0) ? items : { key: 'noPublic', values: {} }
}
/** Grades in descending order, in whole or half points from 0 to 100. */
export function parseGrades(given: unknown): GradeLimits | null | Fault {
  if (given === null || given === undefined) return null
  const { excellent, good, fair, pass } = given as Partial<Record<keyof GradeLimits, unknown>>
  const limits = { excellent, good, fair, pass }
  const values = Object.values(limits)
  const falls = values.every(isPoints) && values.every((v, n) => n === 0 || (values[n - 1] as number) > (v as number))
  return falls ? (limits as GradeLimits) : { key: 'gradeOrder', values: limits }
}
export const isFault = (of: unknown): of is Fault => typeof of === 'object' && of !== null && 'key' in of && 'values' in of
export const limitsOf = (grades: GradeLimits | null | undefined): GradeLimits => grades ?? GRADE_LIMITS
