import { Select } from 'antd'
import { allOf, Loaded } from '#web/feedback/Loaded.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { PageHead } from '#web/layout/Page.tsx'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { useView, ViewSwitch } from '#web/records/ViewSwitch.tsx'
import { useCan } from '#web/session/useCan.ts'
import { formatDate } from '#web/values/format.ts'
import { planStates, presortQuota } from '../model/plan.ts'
import { planCard, planRuns } from '../model/read-actions.ts'
import { presortPin } from '../model/result.ts'
import { Balance } from './Balance.tsx'
import { type Card, isOpenPlan, type RunRow } from './labels.ts'
import { Next } from './Next.tsx'
import style from './presort.module.css'
import { Result } from './Result.tsx'
import { RulesTab } from './RulesTab.tsx'
import { Runs } from './Runs.tsx'

const TABS = { balance: '供需', quotas: '配额', pins: '指定', rules: '规则', runs: '模拟比较', map: '分配图', list: '名单' } as const
type Tab = keyof typeof TABS
const BUSY_MS = 1000

/** One plan: supply, rules, simulations, result, next step. */
export function PlanView({ id, onBack }: { id: string; onBack: () => void }) {
  const [params] = useOwnParams()
  const runs = useRead(planRuns, { planId: id })
  const isBusy = runs.data?.some(r => r.state === 'queued' || r.state === 'running') ?? false
  const watched = useRead(planRuns, { planId: id }, isBusy ? { every: BUSY_MS } : {})
  const all = watched.data ?? runs.data ?? []
  const run = all.find(r => r.id === params.get('run')) ?? all.find(r => r.isCommitted) ?? all.find(r => r.state === 'done')
  const card = useRead(planCard, { id, runId: run?.id ?? null })
  return (
    <Loaded of={allOf([card, runs])} lines={12}>
      {([plan]) => <Opened plan={plan} run={run} all={all} isBusy={isBusy} onBack={onBack} />}
    </Loaded>
  )
}
interface OpenedProps {
  plan: Card
  run: RunRow | undefined
  all: readonly RunRow[]
  isBusy: boolean
  onBack: () => void
}
function Opened({ plan, run, all, isBusy, onBack }: OpenedProps) {
  const [, , put] = useOwnParams()
  const mayQuota = useCan('dormitory:presortQuota:list')
  const mayPin = useCan('dormitory:presortPin:list')
  const may: Record<Tab, boolean> = {
    balance: plan.isOwn,
    quotas: mayQuota && plan.mode !== undefined,
    pins: mayPin && plan.mode === 'toStudent',
    rules: plan.isOwn,
    runs: true,
    map: run !== undefined,
    list: run !== undefined,
  }
  const first: Tab = plan.isOwn && isOpenPlan(plan.state) && !all.length ? 'balance' : 'runs'
  const shown = useView(TABS, { param: 'tab', first, may: tab => may[tab] })
  const { view: tab } = shown
  return (
    <Stack className={style.page}>
      <Head plan={plan} onBack={onBack} />
      <Next plan={plan} run={run} isBusy={isBusy} />
      <div className={style.tabs}>
        <ViewSwitch of={shown} />
        {run && (tab === 'map' || tab === 'list') ? <Chosen runs={all} run={run} onChoose={next => put({ run: next })} /> : null}
      </div>
      <Body tab={tab} plan={plan} run={run} runs={all} />
    </Stack>
  )
}
const Head = ({ plan, onBack }: { plan: Card; onBack: () => void }) => (
  <PageHead
    back={onBack}
    title={
      <>
        {plan.name} <StateTag of={planStates} state={plan.state} />
      </>
    }
    help={`${plan.xn} · ${t('{{date}} 起入住', { date: formatDate(plan.startDate) })}`}
  />
)
const Chosen = ({ runs, run, onChoose }: { runs: readonly RunRow[]; run: RunRow; onChoose: (id: string) => void }) => (
  <Select
    aria-label={t('模拟')}
    value={run.id}
    options={runs.filter(r => r.state === 'done').map(r => ({ value: r.id, label: t('第 {{n}} 次模拟', { n: r.runNo }) }))}
    onChange={onChoose}
  />
)
function Body({ tab, plan, run, runs }: { tab: Tab; plan: Card; run: RunRow | undefined; runs: readonly RunRow[] }) {
  const isOpen = isOpenPlan(plan.state)
  if (tab === 'balance') return <Balance id={plan.id} />
  if (tab === 'rules') return <RulesTab id={plan.id} isOpen={isOpen} />
  if (tab === 'runs') return <Runs plan={plan} runs={runs} />
  if (tab === 'quotas') return <Quotas plan={plan} />
  if (tab === 'pins') return <Pins plan={plan} />
  return run ? <Result view={tab} plan={plan} run={run} /> : null
}
const Quotas = ({ plan }: { plan: Card }) => (
  <EntityTable<typeof presortQuota>
    of={presortQuota}
    title={false}
    where={{ planId: plan.id }}
    verbs={plan.isOwn && isOpenPlan(plan.state) ? ['add', 'update', 'remove', 'export', 'import'] : ['export']}
    columns={[
      { key: 'departmentId', width: 180, align: 'left' },
      { key: 'gradeMajorId', width: 180 },
      { key: 'classId', width: 150 },
      { key: 'genderCode', width: 90 },
      { key: 'demand', width: 100 },
      { key: 'beds', width: 100 },
      { key: 'rooms', width: 100 },
    ]}
    filters={['departmentId', 'genderCode']}
    form={{ layout: ['departmentId', 'gradeMajorId', 'classId', 'genderCode', 'beds', 'rooms'] }}
  />
)
const Pins = ({ plan }: { plan: Card }) => (
  <EntityTable<typeof presortPin>
    of={presortPin}
    title={false}
    where={{ planId: plan.id }}
    verbs={isOpenPlan(plan.state) ? ['add', 'update', 'remove', 'export', 'import'] : ['export']}
    columns={[
      { key: 'studentId', title: '学生', width: 120, align: 'left' },
      { key: 'departmentId', width: 180 },
      { key: 'classId', width: 150 },
      { key: 'kind', width: 100 },
      { key: 'bedId', width: 240 },
      { key: 'note', width: 200 },
    ]}
    filters={['studentId', 'departmentId', 'classId', 'kind']}
    form={{ layout: ['studentId', 'kind', { field: 'bedId', when: v => v.kind !== 'exclude' }, 'note'], initial: { kind: 'pin' } }}
  />
)
