import { Select } from 'antd'
import type { ReactNode } from 'react'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { t } from '#web/i18n/index.ts'
import { classes } from '#web/layout/classes.ts'
import { Page } from '#web/layout/Page.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useView, ViewSwitch } from '#web/records/ViewSwitch.tsx'
import { useSession } from '#web/session/useCan.ts'
import { holidayBoard, setStayRooms } from '../model/closing-actions.ts'
import { Board } from './Board.tsx'
import { Central } from './Central.tsx'
import { Closing } from './Closing.tsx'
import style from './holiday.module.css'
import { Returns } from './Returns.tsx'
import { Stays } from './Stays.tsx'
import { usePlans } from './usePlans.ts'

const TABS = { board: '按班级', closing: '关楼', stays: '留校', central: '集中住宿', returns: '返校' } as const

/** 宿舍管理 → 离校留校: answers of a holiday, closing buildings, central beds, and overdue returns. */
export default function HolidayHousePage() {
  const [params, , put] = useOwnParams()
  const { can } = useSession()
  const { plans, read } = usePlans()
  const mayCentral = can(setStayRooms.permission)
  const mayBoard = can(holidayBoard.permission)
  const shown = useView(TABS, { param: 'tab', may: tab => tab === 'stays' || (tab === 'central' ? mayCentral : mayBoard), label: t('离校留校') })
  if (!read.data) return <Loading of={read} lines={10} />
  const plan = plans.find(p => p.id === params.get('plan')) ?? plans[0]
  if (!plan)
    return (
      <PlanPage>
        <Empty title={t('还没有发布过假期')} />
      </PlanPage>
    )
  const { view: tab } = shown
  const views = <ViewSwitch of={shown} />
  const choose = (
    <Select className={classes(style.plan)} aria-label={t('假期')} value={plan.id} options={plans.map(p => ({ value: p.id, label: p.name }))} onChange={id => put({ plan: id })} />
  )
  if (tab === 'stays') return <Stays key={plan.id} planId={plan.id} views={views} toolbar={choose} />
  return (
    <PlanPage views={views} choose={choose}>
      {tab === 'board' ? <Board key={plan.id} planId={plan.id} onOpen={dorm => put({ tab: 'closing', dorm })} /> : null}
      {tab === 'closing' ? <Closing key={plan.id} planId={plan.id} dormId={params.get('dorm')} onDorm={dorm => put({ dorm })} /> : null}
      {tab === 'central' ? <Central key={plan.id} planId={plan.id} /> : null}
      {tab === 'returns' ? <Returns key={plan.id} planId={plan.id} /> : null}
    </PlanPage>
  )
}
const PlanPage = ({ views, choose, children }: { views?: ReactNode; choose?: ReactNode; children: ReactNode }) => (
  <Page title={t('离校留校')} views={views} actions={choose}>
    {children}
  </Page>
)
