import type { InputOf } from '#model'
import { pagingOf } from '#web/records/paging.ts'
import { INSTANCE_STATES } from '../../cases/model/instance.ts'
import type { monitorCounts, searchCases } from '../model/oversight.ts'

export const MONITOR_FILTERS = ['processType', 'from', 'to', 'keyword', 'state', 'approverId', 'nodeName', 'waitingHours'] as const
const isState = (state: string | null): state is keyof typeof INSTANCE_STATES => state !== null && Object.hasOwn(INSTANCE_STATES, state)
const given = (params: URLSearchParams, names: readonly string[]) => Object.fromEntries(names.flatMap(name => (params.get(name) ? [[name, params.get(name)]] : [])))

/** Filters of the URL that apply to the whole page. */
export const spanOf = (params: URLSearchParams): InputOf<typeof monitorCounts> => given(params, ['processType', 'from', 'to'])
/** Query of the list. */
export function searchOf(params: URLSearchParams): InputOf<typeof searchCases> {
  const state = params.get('state')
  const hours = Number(params.get('waitingHours'))
  return {
    ...given(params, ['processType', 'from', 'to', 'keyword', 'approverId', 'nodeName']),
    ...(isState(state) ? { state } : {}),
    ...(Number.isInteger(hours) && hours > 0 ? { waitingHours: hours } : {}),
    ...pagingOf(params),
  }
}
/** Filters supported by the export; `undefined` if the URL has others. */
export function exportOf(params: URLSearchParams): Readonly<Record<string, string>> | undefined {
  if (['approverId', 'nodeName', 'waitingHours'].some(name => params.get(name))) return undefined
  const wire = { keyword: 'keyword', processType: 'filters.processType', state: 'filters.state' }
  const days = { from: 'filters.startedAt.ge', to: 'filters.startedAt.le' }
  return Object.fromEntries(Object.entries({ ...wire, ...days }).flatMap(([name, key]) => (params.get(name) ? [[key, params.get(name) ?? '']] : [])))
}
