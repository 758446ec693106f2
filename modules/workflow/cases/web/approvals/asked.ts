import type { InputOf } from '#model'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { pagingOf } from '#web/records/paging.ts'
import { INSTANCE_STATES } from '../../model/instance.ts'
import type { myCases } from '../../model/my-cases.ts'

export const TABS = { todo: '待审批', done: '已审批', started: '我发起的', cc: '抄送我的' } as const
export type Tab = keyof typeof TABS
export type Item = AnswerOf<typeof myCases>['result'][number]
/** An item as a table row: by task id if it is a task, else by application. */
export type ItemRow = Item & { id: string }
/** Filters of the list; the case URL carries them, so that next and previous follow the list. */
export const LIST_KEYS = ['processType', 'keyword', 'from', 'to'] as const
export const FILTERS = ['processType', 'state', 'keyword', 'from', 'to'] as const

const isKey = <T extends string>(of: Readonly<Record<T, unknown>>, key: string | null): key is T => key !== null && Object.hasOwn(of, key)
export const tabOf = (params: URLSearchParams): Tab => {
  const tab = params.get('tab')
  return isKey(TABS, tab) ? tab : 'todo'
}
/** Query of the URL. */
export function askedOf(params: URLSearchParams): InputOf<typeof myCases> {
  const text = (name: string) => (params.get(name) ? { [name]: params.get(name) } : {})
  const state = params.get('state')
  return {
    tab: tabOf(params),
    ...text('processType'),
    ...text('keyword'),
    ...text('from'),
    ...text('to'),
    ...(isKey(INSTANCE_STATES, state) ? { state } : {}),
    ...pagingOf(params),
  }
}
export const rowsOf = (items: readonly Item[]): ItemRow[] => items.map(item => ({ ...item, id: item.taskId ?? item.instanceId }))

/** URL of the case; for open tasks with the list's filters, so that next and previous follow it. */
export function caseLink(item: Pick<Item, 'instanceId'>, params: URLSearchParams): string {
  const kept = new URLSearchParams()
  if (tabOf(params) === 'todo') for (const key of LIST_KEYS) if (params.get(key)) kept.set(key, params.get(key) ?? '')
  const search = String(kept)
  return `/workflow/case/${item.instanceId}${search && `?${search}`}`
}
