import { Button, Select } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { State, type Tone } from '#web/feedback/State.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { flowsInForce } from '../model/process-keeping.ts'

const WHY = { own: '本部门绑定', above: '上级部门绑定', school: '全校绑定', default: '默认流程', none: '没有流程' } as const
const TONES: Readonly<Record<keyof typeof WHY, Tone>> = { own: 'done', above: 'going', school: 'going', default: 'over', none: 'refused' }
type Options = ReadonlyArray<{ value: string; label: string }>

/** Opens the effective flows of all departments. */
export function InForce({ options }: { options: Options }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('各部门走哪个流程')}</Button>
      <Panel open={isOpen} onClose={() => setOpen(false)} size={720} title={t('各部门走哪个流程')}>
        <Lines options={options} />
      </Panel>
    </>
  )
}
function Lines({ options }: { options: Options }) {
  const [chosen, setChosen] = useState<string>()
  const processType = chosen ?? options[0]?.value
  const read = useRead(flowsInForce, { processType: processType ?? '' }, { enabled: processType !== undefined })
  const { data } = read
  if (!processType) return <Empty title={t('还没有要审批的业务')} />
  return (
    <>
      <Select aria-label={t('业务类型')} className="flow-type" value={processType} options={[...options]} showSearch={{ optionFilterProp: 'label' }} onChange={setChosen} />
      {data ? (
        <PlainTable
          label={t('流程')}
          rows={data}
          keyOf={line => line.departmentId}
          columns={[
            [t('部门'), line => line.place],
            [t('流程'), line => (line.defId ? <Link to={`/workflow/design/${line.defId}`}>{t('{{name}} v{{no}}', { name: line.defName, no: line.no })}</Link> : '—')],
            [t('依据'), line => <State tone={TONES[line.why]}>{t(WHY[line.why])}</State>],
          ]}
        />
      ) : (
        <Loading of={read} lines={6} />
      )}
    </>
  )
}
