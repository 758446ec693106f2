import { Button } from 'antd'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { Bars, Empty, LoadFailed } from '#web/feedback/Nothing.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { useActionForm } from '#web/forms/ActionForm.tsx'
import { Fields } from '#web/forms/Fields.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { executeMass, previewMass } from '../../model/change/mass-actions.ts'
import './change.css'

type Preview = NonNullable<AnswerOf<typeof previewMass>>

/** 20-DM7: who takes whose bed, what speaks against it, and the button that does all of it or nothing. */
export default function MassPanel({ onClose }: { onClose: () => void }) {
  const [isOpen, setOpen] = useState(true)
  const { data, error, errorUpdatedAt, refetch, isFetching } = useRead(previewMass, {})
  const again = () => void refetch()
  return (
    <Panel
      open={isOpen}
      size={720}
      title={t('批量调宿预览')}
      onClose={() => setOpen(false)}
      afterClose={onClose}
      extra={<Button type="text" icon={<RefreshCw size={16} />} loading={isFetching} aria-label={t('重新预览')} onClick={again} />}
    >
      {error && !data ? <LoadFailed error={error} at={errorUpdatedAt} onRetry={again} /> : null}
      {data ? <Found of={data} onDone={() => setOpen(false)} /> : error ? null : <Bars lines={8} />}
    </Panel>
  )
}
function Found({ of, onDone }: { of: Preview; onDone: () => void }) {
  if (!of.students) return <Empty title={t('名单是空的，请先导入学号和新床位')} />
  return (
    <div className="dorm-mass">
      <p className="dorm-mass-sum">{t('{{n}} 人调宿，其中互换 {{rings}} 组、依次腾挪 {{chains}} 组。', { n: of.students, rings: of.rings, chains: of.chains })}</p>
      {of.problemCount ? <Problems of={of} /> : <Confirm key={of.students} students={of.students} undoHours={of.undoHours} onDone={onDone} />}
      <Chains of={of} />
    </div>
  )
}
const Problems = ({ of }: { of: Preview }) => (
  <section className="dorm-mass-problems" role="alert">
    <h3>{t('有 {{n}} 处问题，改好名单后才能执行', { n: of.problemCount })}</h3>
    <ul>
      {[...new Set(of.problems.map(p => p?.msg))].map(msg => (
        <li key={msg}>{msg}</li>
      ))}
    </ul>
  </section>
)
function Confirm({ students, undoHours, onDone }: { students: number; undoHours: number; onDone: () => void }) {
  const { form, isBusy, send } = useActionForm(executeMass, {
    layout: ['name', 'reason'],
    input: { students },
    onDone,
    changes: ['massMove', 'massMoveLine', 'dormStay', 'dormBed', 'dormChange'],
    done: t('{{n}} 人已调宿', { n: students }),
  })
  return (
    <section className="dorm-mass-confirm">
      {form.refusal ? <Refused what={t('没有执行')} error={form.refusal} /> : null}
      <Fields form={form} disabled={isBusy} />
      <p className="ql-help">{t('立即执行，全部成功或全部不动；{{hours}} 小时内可以撤销。', { hours: undoHours })}</p>
      <Button type="primary" loading={isBusy} onClick={send}>
        {t('执行批量调宿')}
      </Button>
    </section>
  )
}
function Chains({ of }: { of: Preview }) {
  return (
    <ol className="dorm-mass-chains">
      {of.shown.map(chain =>
        chain ? (
          <li key={chain.steps[0]?.fromBed}>
            <small>{chain.isRing ? t('互换 {{n}} 人', { n: chain.length }) : chain.length > 1 ? t('依次 {{n}} 人', { n: chain.length }) : t('到空床位')}</small>
            {chain.steps.map(s => (s ? <Step key={s.fromBed} name={s.name ?? ''} from={s.fromBed ?? ''} to={s.toBed ?? ''} /> : null))}
            {chain.length > chain.steps.length ? <small className="ql-quiet">{t('还有 {{n}} 人', { n: chain.length - chain.steps.length })}</small> : null}
          </li>
        ) : null,
      )}
    </ol>
  )
}
const Step = ({ name, from, to }: { name: string; from: string; to: string }) => (
  <p>
    <b>{name}</b>
    <span className="ql-quiet">{from}</span>
    <span>→ {to}</span>
  </p>
)
