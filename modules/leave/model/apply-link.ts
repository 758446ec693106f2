import { beginOf, endOf, spanOf } from './half-days.ts'

const PATH = '/leave/apply'
export interface Prefilled {
  startAt: string
  endAt: string
  cantonCode: string
  leavesCampus: boolean
}
/** Link to the leave form prefilled from another form: times and destination (20-G1). */
export function applyLink({ from, to, region }: { from?: unknown; to?: unknown; region?: unknown }): string {
  const said = Object.entries({ from, to, region }).filter((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '')
  return said.length ? `${PATH}?${new URLSearchParams(said)}` : PATH
}
/** Parses such a link into form values: half days, off campus. Invalid values are ignored. */
export function prefilledBy(params: URLSearchParams): Partial<Prefilled> {
  const [from, to, region] = [params.get('from') ?? '', params.get('to') ?? '', params.get('region') ?? '']
  const span = Date.parse(to) > Date.parse(from) ? spanOf(from, to) : undefined
  return { ...(span ? { startAt: beginOf(span.from), endAt: endOf(span.to) } : {}), ...(/^\d{6}$/.test(region) ? { cantonCode: region, leavesCampus: true } : {}) }
}
