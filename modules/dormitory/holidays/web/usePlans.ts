import { useMemo } from 'react'
import { getMyTaskSelect, getTaskSelect } from '#modules/workflow/rounds/model/round-select.ts'
import { allOf } from '#web/feedback/Loaded.tsx'
import { useRead } from '#web/records/useRead.ts'

/** The user's own plans and those concerning their students, newest first. */
export function usePlans() {
  const own = useRead(getTaskSelect, { processType: 'holidayPlan' })
  const concerned = useRead(getMyTaskSelect, { processType: 'holidayPlan', isShowFdyTask: '1' })
  const plans = useMemo(() => {
    const all = [...(own.data ?? []), ...(concerned.data ?? [])].filter(p => p.state !== 'draft' && p.state !== 'cancelled')
    return [...new Map(all.map(p => [p.id, p])).values()].sort((a, b) => String(b.beginTime).localeCompare(String(a.beginTime)))
  }, [own.data, concerned.data])
  return { plans, read: allOf([own, concerned]) }
}
