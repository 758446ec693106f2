import { beginOf, endOf, spanOf } from './half-days.ts'

const PATH = '/leave/apply'
export interface Prefilled {
  startAt: string
  endAt: string
  cantonCode: string
  leavesCampus: boolean
}
/** Where somebody asks for a leave that another form has begun to describe: times, and where to (20-G1). */
export function applyLink({ from, to, region }: { from?: unknown; to?: unknown; region?: unknown }): string {
  const said = Object.entries({ from, to, region }).filter((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '')
  return said.length ? `${PATH}?${new URLSearchParams(said)}` : PATH
}
/** What such an address says, as the form of a leave has it: half days, and away from the campus. What makes no sense is left out. */
export function prefilledBy(params: URLSearchParams): Partial<Prefilled> {
  const [from, to, region] = [params.get('from') ?? '', params.get('to') ?? '', params.get('region') ?? '']
  const span = Date.parse(to) > Date.parse(from) ? spanOf(from, to) : undefined
  return { ...(span ? { startAt: beginOf(span.from), endAt: endOf(span.to) } : {}), ...(/^\d{6}$/.test(region) ? { cantonCode: region, leavesCampus: true } : {}) }
}
