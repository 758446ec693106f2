import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatNumber } from '#web/values/format.ts'
import { copyPlan } from '../model/actions.ts'
import { ANYBODY, NO_BEDS } from '../model/filters.ts'
import { PLAN_MODES, planStates, presortPlan } from '../model/plan.ts'
import { staffPlans } from '../model/read-actions.ts'
import { PoolFilterInput, StudentInput } from './FilterInputs.tsx'
import { isOpenPlan, type PlanHead } from './labels.ts'
import style from './presort.module.css'

interface PlansProps {
  onOpen: (id: string) => void
}
/** The office's plans: create, copy, open. */
export const OwnPlans = ({ onOpen }: PlansProps) => (
  <EntityTable<typeof presortPlan>
    of={presortPlan}
    title={t('预分配')}
    columns={[
      { key: 'name', width: 220, align: 'left' },
      { key: 'xn', width: 110 },
      { key: 'mode', width: 110 },
      { key: 'startDate', width: 120 },
      { key: 'studentCount', width: 90 },
      { key: 'placedCount', width: 90 },
      { key: 'wishUntil', width: 130, hidden: true },
      { key: 'committedAt', width: 160, hidden: true },
      { key: 'state', width: 110 },
    ]}
    filters={['xn', 'mode', 'state']}
    onOpen={row => onOpen(row.id)}
    form={{
      size: 720,
      layout: [
        { fields: ['name', 'xn', 'mode', 'startDate', 'seed'] },
        { title: '学生', fields: [{ field: 'studentFilter', render: props => <StudentInput {...props} /> }] },
        { title: '床位', fields: [{ field: 'poolFilter', render: props => <PoolFilterInput {...props} /> }] },
      ],
      initial: { mode: 'toStudent', seed: 1, studentFilter: ANYBODY, poolFilter: NO_BEDS },
    }}
    rowActions={row => [
      { label: t('打开'), onClick: () => onOpen(row.id) },
      isOpenPlan(row.state) ? null : (
        <ActionButton
          key="copy"
          of={copyPlan}
          input={{ id: row.id }}
          confirm={t('复制“{{name}}”的范围、规则，作为新的草稿。', { name: row.name })}
          onDone={made => onOpen(made.id)}
        >
          {t('复制')}
        </ActionButton>
      ),
    ]}
  />
)
/** The school's simulated plans, for colleges. */
export function StaffPlans({ onOpen }: PlansProps) {
  const read = useRead(staffPlans, {})
  const { data } = read
  if (!data) return <Loading of={read} lines={8} />
  return (
    <Page title={t('预分配')} className={style.page}>
      {data.length ? (
        <Sheet label={t('预分配方案')}>
          <PlainTable
            label={t('预分配方案')}
            rows={data}
            keyOf={(p: PlanHead) => p.id}
            columns={[
              [t('名称'), p => <Name plan={p} onOpen={onOpen} />],
              [t('学年'), p => p.xn],
              [t('分配到'), p => t(PLAN_MODES[p.mode])],
              [t('入住日期'), p => p.startDate],
              [t('模拟'), p => formatNumber(p.runs)],
              [t('状态'), p => <StateTag of={planStates} state={p.state} />],
            ]}
          />
        </Sheet>
      ) : (
        <Empty title={t('学工处还没有模拟过预分配方案')} />
      )}
    </Page>
  )
}
const Name = ({ plan, onOpen }: { plan: PlanHead; onOpen: (id: string) => void }) => (
  <button type="button" className="ql-link" onClick={() => onOpen(plan.id)}>
    {plan.name}
  </button>
)
