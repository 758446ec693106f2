import { Button, Input, InputNumber, Segmented, Select, Tabs } from 'antd'
import { X } from 'lucide-react'
import type { RefObject } from 'react'
import { type AskStep, type FlowNode, isAsking } from '#flow/index.ts'
import { useWhenChanged } from '#web/base/useWhenChanged.ts'
import { t } from '#web/i18n/index.ts'
import { formatNumber } from '#web/values/format.ts'
import { keyOf } from '../design/design.ts'
import type { Usual } from '../design/dwell.ts'
import type { Table } from '../design/table.ts'
import type { Flow } from '../design/types.ts'
import { useFlows } from '../picture/useNames.ts'
import { minutesWords, nameWords } from '../public/labels.ts'
import { ApproverTab } from './ApproverTab.tsx'
import { ButtonsTab } from './ButtonsTab.tsx'
import { FieldsTab } from './FieldsTab.tsx'
import { Labelled } from './Labelled.tsx'
import { SourceInput } from './SourceInput.tsx'
import { SourcePreview } from './SourcePreview.tsx'
import { SplitPanel, WayPanel } from './SplitPanels.tsx'
import { TextsTab } from './TextsTab.tsx'
import { TimeoutTab } from './TimeoutTab.tsx'
import './panel.css'

export interface PanelProps {
  table: Table
  flow: Flow
  disabled: boolean
}
/** Side panel of the selected element. */
export function StepPanel({ panel, ...props }: PanelProps & { panel: RefObject<HTMLElement | null> }) {
  const { table } = props
  const { chosen } = table
  const node = chosen && table.graph.nodes.find(one => one.id === ('node' in chosen ? chosen.node : chosen.of))
  const key = chosen && keyOf(chosen)
  // scroll to the top for a new selection
  useWhenChanged(key, () => panel.current?.querySelector('.flow-panel-body')?.scrollTo(0, 0))
  if (!chosen || !node) return null
  const wrong = table.problems.get(keyOf(chosen)) ?? []
  const usual = 'node' in chosen ? table.usual.get(node.id) : undefined
  return (
    <aside className="flow-panel" ref={panel} aria-label={t('设置')}>
      <header>
        <h2>{'node' in chosen ? nameWords(node) : t('“{{name}}”的分支', { name: nameWords(node) })}</h2>
        <Button type="text" size="small" aria-label={t('关闭')} icon={<X size={18} />} onClick={() => table.act({ kind: 'choose', chosen: undefined })} />
      </header>
      <div className="flow-panel-body" key={key}>
        {wrong.map(p => (
          <p key={`${p.way} ${p.text}`} className={p.level === 'error' ? 'flow-problem is-error' : 'flow-problem'}>
            {p.text}
          </p>
        ))}
        {'node' in chosen ? <OfStep node={node} {...props} /> : <WayPanel of={chosen.of} way={chosen.way} {...props} />}
      </div>
      {usual ? <Measured usual={usual} /> : null}
    </aside>
  )
}
function OfStep({ node, ...props }: PanelProps & { node: FlowNode }) {
  const { table, flow, disabled } = props
  const put = (next: FlowNode, stroke?: string) => table.act({ kind: 'change', node: next, ...(stroke ? { stroke } : {}) })
  const rename = (name: string) => put({ ...node, name }, `${node.id}.name`)
  if (isAsking(node)) return <AskTabs step={node} flow={flow} disabled={disabled} onChange={put} />
  if (node.type === 'condition' || node.type === 'parallel') return <SplitPanel node={node} rename={rename} {...props} />
  const name = (
    <Labelled label={t('名称')}>
      {id => <Input id={id} maxLength={60} disabled={disabled} value={node.name} status={node.name.trim() ? '' : 'error'} onChange={e => rename(e.target.value)} />}
    </Labelled>
  )
  return (
    <>
      {name}
      <OfKind node={node} put={put} {...props} />
    </>
  )
}
type Simple = Exclude<FlowNode, AskStep | { type: 'condition' | 'parallel' }>
function OfKind({ node, flow, disabled, put }: PanelProps & { node: Simple; put: (next: FlowNode) => void }) {
  switch (node.type) {
    case 'cc':
      return (
        <>
          <SourceInput
            label={t('抄送给谁')}
            value={node.approvers}
            form={flow.form}
            positions={flow.positions}
            disabled={disabled}
            onChange={approvers => put({ ...node, approvers })}
          />
          <SourcePreview source={node.approvers} />
          <p className="ql-help">{t('收到的人只能查看；没有敏感信息权限的人不会收到。')}</p>
        </>
      )
    case 'wait':
      return <Wait node={node} flow={flow} disabled={disabled} put={put} />
    case 'auto':
      return (
        <Labelled label={t('做什么')} help={Object.keys(flow.autos).length ? undefined : t('{{type}}没有可以自动做的事。', { type: flow.processTypeName })}>
          {id => (
            <Select
              id={id}
              className="ql-wide"
              disabled={disabled}
              placeholder={t('请选择')}
              value={node.does || null}
              options={Object.entries(flow.autos).map(([value, label]) => ({ value, label }))}
              onChange={does => put({ ...node, does: does ?? '' })}
            />
          )}
        </Labelled>
      )
    case 'sub':
      return <Sub node={node} flow={flow} disabled={disabled} put={put} />
    case 'start':
      return <p className="ql-help">{t('申请人自己提交，或由有权限的人代为提交。')}</p>
    default:
      return <p className="ql-help">{t('到这里申请就通过了。')}</p>
  }
}
type WaitNode = Extract<FlowNode, { type: 'wait' }>
function Wait({ node, flow, disabled, put }: Omit<PanelProps, 'table'> & { node: WaitNode; put: (next: FlowNode) => void }) {
  const days = flow.form.filter(field => field.kind === 'date' || field.kind === 'datetime')
  const { hours: _hours, untilField: _until, ...rest } = node
  const isDay = node.untilField !== undefined
  return (
    <>
      <Labelled label={t('等多久')}>
        {id => (
          <Segmented
            id={id}
            block
            disabled={disabled}
            value={isDay ? 'day' : 'hours'}
            options={[
              { value: 'hours', label: t('若干小时') },
              { value: 'day', label: t('到表单里的日期'), disabled: !days.length },
            ]}
            onChange={how => put(how === 'day' ? { ...rest, untilField: days[0]?.name ?? '' } : { ...rest, hours: 24 })}
          />
        )}
      </Labelled>
      {isDay ? (
        <Labelled label={t('日期字段')}>
          {id => (
            <Select
              id={id}
              className="ql-wide"
              disabled={disabled}
              value={node.untilField ?? null}
              options={days.map(f => ({ value: f.name, label: f.label }))}
              onChange={untilField => put({ ...rest, untilField: untilField ?? '' })}
            />
          )}
        </Labelled>
      ) : (
        <Labelled label={t('小时')}>
          {id => <InputNumber id={id} min={1} max={8760} precision={0} disabled={disabled} value={node.hours ?? null} onChange={hours => put({ ...rest, hours: hours ?? 1 })} />}
        </Labelled>
      )}
    </>
  )
}
function Sub({ node, flow, disabled, put }: Omit<PanelProps, 'table'> & { node: Extract<FlowNode, { type: 'sub' }>; put: (next: FlowNode) => void }) {
  const flows = useFlows()
  const options = (flows.data ?? []).filter(def => def.state === 'published' && def.code !== flow.code).map(def => ({ value: def.code, label: def.name }))
  return (
    <Labelled label={t('走哪个流程')} help={t('用同一张表单；它驳回，这里也驳回。')}>
      {id => (
        <Select
          id={id}
          className="ql-wide"
          disabled={disabled}
          loading={flows.isPending}
          placeholder={t('请选择')}
          showSearch={{ optionFilterProp: 'label' }}
          value={node.defCode || null}
          options={options}
          onChange={defCode => put({ ...node, defCode: defCode ?? '' })}
        />
      )}
    </Labelled>
  )
}
function AskTabs(props: { step: AskStep; flow: Flow; disabled: boolean; onChange: (step: AskStep, stroke?: string) => void }) {
  const { step } = props
  return (
    <Tabs
      size="small"
      items={[
        { key: 'people', label: step.type === 'approve' ? t('审批人') : t('办理人'), children: <ApproverTab {...props} /> },
        { key: 'buttons', label: t('操作'), children: <ButtonsTab {...props} /> },
        { key: 'fields', label: t('字段'), children: <FieldsTab {...props} /> },
        { key: 'time', label: t('时限'), children: <TimeoutTab {...props} /> },
        { key: 'texts', label: t('文案'), children: <TextsTab {...props} /> },
      ]}
    />
  )
}
/** Figures of the last thirty days. */
const Measured = ({ usual }: { usual: Usual }) => (
  <footer>
    <p>
      <b>{t('近 30 天')}</b> <span className="ql-quiet">{t('本环节 {{n}} 件', { n: formatNumber(usual.count) })}</span>
    </p>
    <dl>
      <div>
        <dt>{t('用时中位数')}</dt>
        <dd className={usual.isSlow ? 'is-slow' : ''}>{minutesWords(usual.medianMin)}</dd>
      </div>
      <div>
        <dt>{t('九成在此以内')}</dt>
        <dd>{minutesWords(usual.p90Min)}</dd>
      </div>
      <div>
        <dt>{t('退回率')}</dt>
        <dd>{usual.returnedPercent}%</dd>
      </div>
    </dl>
    {usual.isSlow ? <p className="flow-slow">{t('全流程的时间主要花在这里，可以加人、改为或签，或设时限提醒。')}</p> : null}
  </footer>
)
