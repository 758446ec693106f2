import { useCallback, useContext } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { InputOf } from '#model'
import { replaceTab } from '#web/pages/tabs.ts'
import { forgetUnsaved, ViewContext } from '#web/pages/unsaved.ts'
import { useRead } from '#web/records/useRead.ts'
import { myCases } from '../../model/my-cases.ts'
import { LIST_KEYS } from '../approvals/asked.ts'

type QueueFilters = InputOf<typeof myCases>
const MOST = 200

/** The last decision, shown at the head of the next case. */
export interface Decided {
  title: string
  /** 已同意, 已驳回, 已转办 … */
  said: string
  nextStep: string | null
  /** Task that can be taken back. */
  taskId: string | null
  instanceId: string
}
export interface Queue {
  /** Index of this case among the open tasks; -1 if not among them. */
  at: number
  total: number
  previousId: string | undefined
  nextId: string | undefined
  isReady: boolean
  /** Opens another case in this tab. */
  go: (instanceId: string, decided?: Decided) => void
}
/** Open tasks around this one, in the order of the originating list. */
export function useQueue(instanceId: string): Queue {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const path = useContext(ViewContext)
  const params = new URLSearchParams(search)
  const asked: QueueFilters = { tab: 'todo', size: MOST, ...Object.fromEntries(LIST_KEYS.flatMap(key => (params.get(key) ? [[key, params.get(key)]] : []))) }
  const { data } = useRead(myCases, asked, { follows: 'todo', keeps: true })
  const ids = [...new Set((data?.result ?? []).map(item => item.instanceId))]
  const at = ids.indexOf(instanceId)
  const go = useCallback(
    (to: string, decided?: Decided) => {
      const next = `/workflow/case/${to}`
      forgetUnsaved([path])
      if (next !== pathname) replaceTab(path, next, search)
      void navigate({ pathname: next, search }, { state: decided ? { decided } : null, replace: next === pathname })
    },
    [navigate, path, pathname, search],
  )
  return { at, total: data?.page.total ?? 0, previousId: ids[at - 1], nextId: at < 0 ? ids.find(id => id !== instanceId) : ids[at + 1], isReady: data !== undefined, go }
}
/** The previous decision, from the router state. */
export const decidedOf = (state: unknown): Decided | undefined => (state as { decided?: Decided } | null)?.decided
