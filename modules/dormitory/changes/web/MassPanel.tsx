import { Button, DatePicker } from 'antd'
import dayjs from 'dayjs'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { useActionForm } from '#web/forms/ActionForm.tsx'
import { Fields } from '#web/forms/Fields.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { executeMass, previewMass } from '../model/mass-actions.ts'
import style from './change.module.css'

type Preview = NonNullable<AnswerOf<typeof previewMass>>

/** 20-DM7: moves, problems, and execution of all or none, now or later. `id`: of a planned move. */
export default function MassPanel({ id, onClose }: { id?: string; onClose: () => void }) {
  const [isOpen, setOpen] = useState(true)
  const [effectiveDate, setDate] = useState<string>()
  const read = useRead(previewMass, id ? { id } : effectiveDate ? { effectiveDate } : {})
  const { data, isFetching, refetch } = read
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
      {data ? <Found of={data} isPlanned={id !== undefined} date={effectiveDate} onDate={setDate} onDone={() => setOpen(false)} /> : <Loading of={read} lines={8} />}
    </Panel>
  )
}
interface FoundProps {
  of: Preview
  isPlanned: boolean
  date: string | undefined
  onDate: (date: string | undefined) => void
  onDone: () => void
}
function Found({ of, isPlanned, date, onDate, onDone }: FoundProps) {
  if (!of.students) return <Empty title={t('名单是空的，请先导入学号和新床位')} />
  return (
    <Stack className={style.mass}>
      <p className={style.massSum}>{t('{{n}} 人调宿，其中互换 {{rings}} 组、依次腾挪 {{chains}} 组。', { n: of.students, rings: of.rings, chains: of.chains })}</p>
      {isPlanned ? null : <Day date={date} onDate={onDate} />}
      {of.problemCount ? <Problems of={of} isPlanned={isPlanned} /> : isPlanned ? null : <Confirm key={of.students} of={of} date={date} onDone={onDone} />}
      <Chains of={of} />
    </Stack>
  )
}
const Day = ({ date, onDate }: Pick<FoundProps, 'date' | 'onDate'>) => (
  <Row gap={3}>
    <label htmlFor="mass-day">{t('执行日期')}</label>
    <DatePicker
      id="mass-day"
      value={date ? dayjs(date) : null}
      placeholder={t('立即执行')}
      minDate={dayjs().add(1, 'day')}
      onChange={next => onDate(next ? next.format('YYYY-MM-DD') : undefined)}
    />
  </Row>
)
const Problems = ({ of, isPlanned }: { of: Preview; isPlanned: boolean }) => (
  <section className={style.massProblems} role="alert">
    <h3>{isPlanned ? t('有 {{n}} 处问题，到执行日还在就全部不动', { n: of.problemCount }) : t('有 {{n}} 处问题，改好名单后才能执行', { n: of.problemCount })}</h3>
    <ul>
      {[...new Set(of.problems.map(p => p?.msg))].map(msg => (
        <li key={msg}>{msg}</li>
      ))}
    </ul>
  </section>
)
function Confirm({ of: { students, undoHours }, date, onDone }: Pick<FoundProps, 'of' | 'date' | 'onDone'>) {
  const { form, isBusy, send } = useActionForm(executeMass, {
    layout: ['name', 'reason'],
    input: { students, ...(date ? { effectiveDate: date } : {}) },
    onDone,
    changes: ['massMove', 'massMoveLine', 'dormStay', 'dormBed', 'dormChange'],
    done: date ? t('已计划 {{date}} 调宿 {{n}} 人', { date, n: students }) : t('{{n}} 人已调宿', { n: students }),
  })
  return (
    <section className={style.massConfirm}>
      {form.refusal ? <Refused what={t('没有执行')} error={form.refusal} /> : null}
      <Fields form={form} disabled={isBusy} />
      <p className="ql-help">
        {date
          ? t('到 {{date}} 由系统执行，全部成功或全部不动；学生现在就会收到通知，之前可以取消。', { date })
          : t('立即执行，全部成功或全部不动；{{hours}} 小时内可以撤销。', { hours: undoHours })}
      </p>
      <Button type="primary" loading={isBusy} onClick={send}>
        {date ? t('保存计划') : t('执行批量调宿')}
      </Button>
    </section>
  )
}
function Chains({ of }: { of: Preview }) {
  return (
    <ol className={style.massChains}>
      {of.shown.map(chain => (
        <li key={chain.steps[0]?.fromBed}>
          <small>{chain.isRing ? t('互换 {{n}} 人', { n: chain.length }) : chain.length > 1 ? t('依次 {{n}} 人', { n: chain.length }) : t('到空床位')}</small>
          {chain.steps.map(s => (
            <Step key={s.fromBed} name={s.name ?? ''} from={s.fromBed ?? ''} to={s.toBed ?? ''} />
          ))}
          {chain.length > chain.steps.length ? <small className="ql-quiet">{t('还有 {{n}} 人', { n: chain.length - chain.steps.length })}</small> : null}
        </li>
      ))}
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
