import { MODELS } from '#fields/models.ts'
import { type Entity, type Field, filteredBy } from '#model'

/** State of a list, kept in the URL, so that back, forward and a copied link restore it. */
export interface ListState {
  page: number
  size: number
  /** Field names, `-` before one for descending. */
  sort: readonly string[]
  keyword: string
  /** `{field}`, or `{field}.ge` and `{field}.le` of a range; several values are joined by commas. */
  filters: Readonly<Record<string, string>>
}
export const PAGE_SIZES = [20, 50, 100, 200] as const
export const DEFAULT_SIZE = 20

const isRanged = (field: Field): boolean => ['dates', 'numbers'].includes(MODELS[field.kind].filter)
const isChosen = (field: Field): boolean => MODELS[field.kind].filter === 'many'

/** URL parameters a filter on this field may use. */
export const filterKeys = (name: string, field: Field): string[] => (isRanged(field) ? [name, `${name}.ge`, `${name}.le`] : [name])

const RESERVED: ReadonlySet<string> = new Set(['page', 'size', 'sort', 'q', 'node', 'id'])
/** URL parameter of a filter; fields whose name collides with a list parameter get the prefix `f.`. */
const paramOf = (key: string): string => (RESERVED.has(key.replace(/\.(ge|le)$/, '')) ? `f.${key}` : key)

/** Parses the list state from the URL; ignores unknown parameters. */
export function readState(of: Entity, params: URLSearchParams, filters: readonly string[], defaults: Partial<ListState> = {}): ListState {
  const found: Record<string, string> = {}
  for (const name of filters) {
    const field = filteredBy(of, name)
    for (const key of field ? filterKeys(name, field) : [name]) {
      const value = params.get(paramOf(key))
      if (value) found[key] = value
    }
  }
  return {
    page: whole(params.get('page'), 1, Number.MAX_SAFE_INTEGER, 1),
    size: whole(params.get('size'), 1, 200, defaults.size ?? DEFAULT_SIZE),
    sort: params.get('sort')?.split(',').filter(Boolean) ?? defaults.sort ?? [],
    keyword: params.get('q') ?? '',
    filters: found,
  }
}
function whole(text: string | null, min: number, max: number, otherwise: number): number {
  const n = Number(text ?? Number.NaN)
  return Number.isInteger(n) && n >= min && n <= max ? n : otherwise
}

/** Writes the list state to the URL, omitting defaults. */
export function writeState(of: Entity, params: URLSearchParams, state: ListState, filters: readonly string[], defaults: Partial<ListState> = {}): URLSearchParams {
  const next = new URLSearchParams(params)
  const put = (key: string, value: string | undefined) => (value ? next.set(key, value) : next.delete(key))
  put('page', state.page > 1 ? String(state.page) : undefined)
  put('size', state.size === (defaults.size ?? DEFAULT_SIZE) ? undefined : String(state.size))
  put('sort', state.sort.join() === (defaults.sort ?? []).join() ? undefined : state.sort.join())
  put('q', state.keyword || undefined)
  for (const name of filters) {
    const field = filteredBy(of, name)
    for (const key of field ? filterKeys(name, field) : [name]) put(paramOf(key), state.filters[key])
  }
  return next
}

/** Parameters of the list request. `where` is fixed by the screen and takes precedence over the user's filters. */
export function listParams(of: Entity, state: ListState, where: Readonly<Record<string, unknown>> = {}): Record<string, string> {
  return {
    current: String(state.page),
    size: String(state.size),
    ...(state.sort.length ? { sort: state.sort.join() } : {}),
    ...searchParams(of, state, where),
  }
}
/** Only the parameters that select rows, as exports take them. */
export function searchParams(of: Entity, state: Pick<ListState, 'keyword' | 'filters'>, where: Readonly<Record<string, unknown>> = {}): Record<string, string> {
  const made: Record<string, string> = state.keyword ? { keyword: state.keyword } : {}
  for (const [key, value] of Object.entries(state.filters)) made[`filters.${wireKey(of, key, value)}`] = value
  for (const [key, value] of Object.entries(where))
    if (value !== undefined && value !== null) made[`filters.${fixedKey(of, key, value)}`] = Array.isArray(value) ? value.join() : String(value)
  return made
}
/** Several values of a field are a set, as in `where` of the server. */
const fixedKey = (of: Entity, key: string, value: unknown): string => (Array.isArray(value) && filteredBy(of, key) ? `${key}.in` : key)
/** Operator by kind: substring match for free text, set for several values, otherwise equality. */
function wireKey(of: Entity, key: string, value: string): string {
  const field = filteredBy(of, key)
  if (!field) return key
  if (isChosen(field) && value.includes(',')) return `${key}.in`
  return field.kind === 'text' && !field.options.sensitivity && !field.options.encrypted ? `${key}.like` : key
}

/** Number of active conditions; a range counts once. */
export const conditionCount = (state: Pick<ListState, 'keyword' | 'filters'>): number =>
  new Set(Object.keys(state.filters).map(key => key.replace(/\.(ge|le)$/, ''))).size + (state.keyword ? 1 : 0)

/** Next sort order on a header click: ascending, descending, default. */
export function nextSort(sort: readonly string[], field: string): string[] {
  if (sort[0] === field) return [`-${field}`]
  return sort[0] === `-${field}` ? [] : [field]
}
/** Labels of the fields searched by keyword, for its placeholder. Encrypted fields cannot be searched. */
export const searchedLabels = (of: Entity): string[] =>
  Object.values(of.fields)
    .filter(field => field.options.search && !field.options.encrypted)
    .map(field => field.label)
