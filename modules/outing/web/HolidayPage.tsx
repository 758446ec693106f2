import { Select } from 'antd'
import { DoorOpen } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { collegeFilter } from '#modules/campus/web/grades.ts'
import { getMyTaskSelect, getTaskSelect } from '#modules/workflow/model/round-select.ts'
import { RoundTable } from '#modules/workflow/web/rounds/RoundTable.tsx'
import { Empty } from '#web/feedback/Empty.tsx'
import { allOf, Loading } from '#web/feedback/Loaded.tsx'
import { PlacedButton } from '#web/feedback/PlacedButton.tsx'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { useView, ViewSwitch } from '#web/records/ViewSwitch.tsx'
import { useCan } from '#web/session/useCan.ts'
import { CLOSE_RULES, holidayDestination, holidayPlan, planActions, planPreview } from '../model/holiday.ts'
import { destinationBack } from '../model/holiday-actions.ts'
import { CloseRulesInput } from './CloseRulesInput.tsx'
import { HolidayBoard } from './HolidayBoard.tsx'
import './outing.css'

const TABS = { board: '统计', list: '名单', plans: '计划' } as const

/** 外出管理 → 节假日去向: overview, answers and plans. */
export default function HolidayPage() {
  const [params, , put] = useOwnParams()
  const mayPlan = useCan(planActions.publish.permission)
  const shown = useView(TABS, { param: 'tab', may: tab => tab !== 'plans' || mayPlan })
  const { view: tab } = shown
  const views = <ViewSwitch of={shown} />
  return tab === 'plans' ? <Plans views={views} /> : <OfPlan tab={tab} views={views} planId={params.get('plan')} onChoose={plan => put({ plan })} />
}
const Plans = ({ views }: { views: ReactNode }) => (
  <RoundTable
    title={t('节假日去向#many')}
    views={views}
    of={holidayPlan}
    actions={planActions}
    qualify={planPreview}
    columns={[
      { key: 'holidayFrom', width: 120 },
      { key: 'holidayTo', width: 120 },
    ]}
    fields={[
      { title: '假期', fields: ['kind', 'holidayFrom', 'holidayTo', 'stayAllowed', { field: 'stayNeedsApproval', when: v => v.stayAllowed !== false }] },
      {
        title: '留校与关楼',
        fields: [
          { field: 'stayReasons', when: v => v.stayAllowed !== false && v.stayNeedsApproval === true },
          { field: 'closeRules', render: props => <CloseRulesInput {...props} /> },
        ],
      },
    ]}
    initial={{ audience: { roles: ['student'] }, kind: 'short', stayAllowed: true, closeRules: CLOSE_RULES }}
  />
)
/** The user's own plans and those concerning their students, newest first. */
function useHolidays() {
  const own = useRead(getTaskSelect, { processType: 'holidayPlan' })
  const concerned = useRead(getMyTaskSelect, { processType: 'holidayPlan', isShowFdyTask: '1' })
  const plans = useMemo(() => {
    const all = [...(own.data ?? []), ...(concerned.data ?? [])].filter(p => p.state !== 'draft' && p.state !== 'cancelled')
    return [...new Map(all.map(p => [p.id, p])).values()].sort((a, b) => String(b.beginTime).localeCompare(String(a.beginTime)))
  }, [own.data, concerned.data])
  return { plans, read: allOf([own, concerned]) }
}
function OfPlan({ tab, views, planId, onChoose }: { tab: 'board' | 'list'; views: ReactNode; planId: string | null; onChoose: (id: string) => void }) {
  const { plans, read } = useHolidays()
  if (!read.data) return <Loading of={read} lines={10} />
  const plan = plans.find(p => p.id === planId) ?? plans[0]
  if (!plan)
    return (
      <Page title={t('节假日去向#many')} views={views}>
        <Empty title={t('还没有发布过假期')} />
      </Page>
    )
  const choose = <Select className="outing-plan" aria-label={t('假期')} value={plan.id} options={plans.map(p => ({ value: p.id, label: p.name }))} onChange={onChoose} />
  if (tab === 'list') return <Answers key={plan.id} planId={plan.id} views={views} toolbar={choose} />
  return (
    <Page title={t('节假日去向')} views={views} actions={choose}>
      <HolidayBoard key={plan.id} planId={plan.id} />
    </Page>
  )
}
function Answers({ planId, views, toolbar }: { planId: string; views: ReactNode; toolbar: ReactNode }) {
  const mayClose = useCan(destinationBack.permission)
  const [ids, setIds] = useState<readonly string[]>()
  const away = (row: { choice: string; backAt: string | null }): boolean => row.choice !== 'stay' && !row.backAt
  return (
    <>
      <EntityTable<typeof holidayDestination>
        of={holidayDestination}
        title={t('节假日去向#many')}
        views={views}
        toolbar={toolbar}
        where={{ planId }}
        columns={[
          { key: 'studentId', title: t('学生'), width: 120, align: 'left' },
          { key: 'choice', width: 90 },
          { key: 'studentNo', hidden: true },
          { key: 'classId', width: 128 },
          { key: 'region', width: 200 },
          { key: 'leaveAt', width: 170 },
          { key: 'backPlanned', width: 170 },
          { key: 'transport', width: 110 },
          { key: 'tripNo', width: 110 },
          'contactPhone',
          { key: 'backAt', width: 140 },
          { key: 'changedAfterAt', hidden: true },
          { key: 'address', hidden: true },
        ]}
        filters={['studentId', collegeFilter, 'classId', 'choice', 'transport', 'leaveAt']}
        rowActions={row => [mayClose && away(row) && { label: t('登记返校'), onClick: () => setIds([row.id]) }]}
        {...(mayClose
          ? {
              batchActions: (rows: ReadonlyArray<{ id: string; choice: string; backAt: string | null }>) => {
                const chosen = rows.filter(away).map(r => r.id)
                return chosen.length ? (
                  <PlacedButton icon={<DoorOpen size={15} />} onClick={() => setIds(chosen)}>
                    {t('登记返校')}
                  </PlacedButton>
                ) : null
              },
            }
          : {})}
      />
      {ids ? (
        <ActionForm
          of={destinationBack}
          input={{ ids: [...ids] }}
          onClose={() => setIds(undefined)}
          note={<p className="ql-help">{t('登记 {{n}} 人返校；不填时间为现在。', { n: ids.length })}</p>}
        />
      ) : null}
    </>
  )
}
