import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useCan } from '#web/session/useCan.ts'
import { OwnPlans, StaffPlans } from './Plans.tsx'
import { PlanView } from './PlanView.tsx'

/** 宿舍管理 → 预分配: plans, and one of them from scope to publication. */
export default function PresortPage() {
  const [params, , put] = useOwnParams()
  const isOffice = useCan('dormitory:presortPlan:add')
  const id = params.get('plan')
  const open = (plan: string | undefined) => put({ plan, tab: undefined, run: undefined, dorm: undefined })
  if (id) return <PlanView key={id} id={id} onBack={() => open(undefined)} />
  return isOffice ? <OwnPlans onOpen={open} /> : <StaffPlans onOpen={open} />
}
