import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useCan } from '#web/session/useCan.ts'
import { OwnPlans, StaffPlans } from './Plans.tsx'
import { PlanView } from './PlanView.tsx'

export const about: PageFile['about'] = () => ({
  use: t('开学前按规则给一批学生排好床位：同班同住、照顾意愿、留出机动。排好前可以反复试算，不影响现有住宿。'),
  who: t('学工处做方案，学院确认自己的学生。'),
  first: t('新建方案、选学生和楼，先试算几次比较结果，学院确认后再生效；生效后可以整批撤销。'),
})
/** 宿舍管理 → 预分配: plans, and one of them from scope to publication. */
export default function PresortPage() {
  const [params, , put] = useOwnParams()
  const isOffice = useCan('dormitory:presortPlan:add')
  const id = params.get('plan')
  const open = (plan: string | undefined) => put({ plan, tab: undefined, run: undefined, dorm: undefined })
  if (id) return <PlanView key={id} id={id} onBack={() => open(undefined)} />
  return isOffice ? <OwnPlans onOpen={open} /> : <StaffPlans onOpen={open} />
}
