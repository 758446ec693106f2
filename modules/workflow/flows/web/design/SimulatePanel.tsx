import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { TriangleAlert, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type FactValue, type FlowGraph, factsIn } from '#flow/index.ts'
import { Bars } from '#web/feedback/Empty.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { post } from '#web/http/index.ts'
import { language, t } from '#web/i18n/index.ts'
import { RefSelect, useSettled } from '#web/inputs/RefSelect.tsx'
import { actionAddress, entityKey } from '#web/values/address.ts'
import { formatDatetime } from '#web/values/format.ts'
import { processDef } from '../../model/process.ts'
import { simulateFlow } from '../../model/process-design.ts'
import { FactInput } from '../panel/FactInput.tsx'
import { Labelled } from '../panel/Labelled.tsx'
import { minutesWords } from '../public/labels.ts'
import type { Table } from './table.ts'
import type { Flow } from './types.ts'

type Answer = AnswerOf<typeof simulateFlow>
export type Lit = NonNullable<Table['lit']>
interface SimulatePanelProps {
  flow: Flow
  graph: FlowGraph
  onLit: (lit: Lit | undefined) => void
  onJump: (node: string) => void
  onClose: () => void
}
type Values = Readonly<Record<string, FactValue | null>>
/** Simulates an application: path, approvers and duration; stores nothing, notifies nobody (10-W19). */
export function SimulatePanel({ flow, graph, onLit, onJump, onClose }: SimulatePanelProps) {
  const [applicantId, setApplicant] = useState<string | null>(null)
  const [values, setValues] = useState<Values>({})
  const [isAll, setAll] = useState(false)
  const asked = useSettled({ applicantId, values, graph }, 400)
  const answer = useSimulation(flow.id, asked)
  const { data } = answer
  useEffect(() => onLit(data ? litOf(data) : undefined), [data, onLit])
  useEffect(() => () => onLit(undefined), [onLit])
  const used = new Set(graph.edges.flatMap(edge => factsIn(edge.when)))
  const given = flow.facts.filter(fact => fact.from !== 'applicant')
  const shown = isAll ? given : given.filter(fact => used.has(fact.name))
  return (
    <section className="flow-simulate" aria-label={t('模拟')}>
      <header>
        <h2>{t('模拟')}</h2>
        <Button type="text" size="small" aria-label={t('关闭模拟')} icon={<X size={18} />} onClick={onClose} />
      </header>
      <div className="flow-simulate-body">
        <Labelled label={t('申请人')}>
          {id => <RefSelect id={id} to="user" className="ql-wide" placeholder={t('输入姓名或账号')} value={applicantId} onChange={next => setApplicant(next)} />}
        </Labelled>
        {shown.map(fact => (
          <Labelled key={fact.name} label={fact.label}>
            {id => <FactInput id={id} fact={fact} value={values[fact.name]} onChange={value => setValues(now => ({ ...now, [fact.name]: value }))} />}
          </Labelled>
        ))}
        {given.length > shown.length || isAll ? (
          <Button type="link" size="small" onClick={() => setAll(!isAll)}>
            {isAll ? t('只填条件用到的') : t('填写其他字段')}
          </Button>
        ) : null}
        <div aria-live="polite">
          {applicantId ? null : <p className="ql-help">{t('选一个申请人，看看这份申请会怎么走。不保存，不发通知。')}</p>}
          {answer.error ? <Refused what={t('没有模拟成功')} error={answer.error} /> : null}
          {applicantId && answer.isPending ? <Bars lines={3} /> : null}
          {applicantId && data ? <Outcome answer={data} onJump={onJump} /> : null}
        </div>
      </div>
    </section>
  )
}
function useSimulation(id: string, { applicantId, values, graph }: { applicantId: string | null; values: Values; graph: FlowGraph }) {
  return useQuery({
    queryKey: [...entityKey(processDef), 'simulate', language(), id, applicantId, values, graph],
    queryFn: ({ signal }) => post<Answer>(actionAddress(simulateFlow), { id, applicantId, graph, values }, { signal, quiet: true }),
    enabled: applicantId !== null,
    meta: { inPlace: true },
    retry: false,
    gcTime: 0,
    placeholderData: previous => (applicantId ? previous : undefined),
  })
}
const litOf = (answer: Answer): Lit => ({
  nodes: new Set(answer.steps.flatMap(step => (step ? [step.node] : []))),
  edges: new Set(answer.edges),
})

function Outcome({ answer, onJump }: { answer: Answer; onJump: (node: string) => void }) {
  const steps = answer.steps.flatMap(step => (step && step.type !== 'start' && step.type !== 'end' && (step.type !== 'parallel' || step.people.length) ? [step] : []))
  const { warnings } = answer
  return (
    <>
      <ol className="flow-path">
        {steps.map(step => (
          <li key={step.node} className={`is-${step.type}`}>
            <button type="button" onClick={() => onJump(step.node)}>
              <b>{step.people.length ? peopleWords(step.people.flatMap(p => (p ? [p.name] : []))) : step.name}</b>
              {step.usualMin ? <span>{t('约 {{time}}', { time: minutesWords(step.usualMin) })}</span> : null}
            </button>
            <p className="ql-quiet">
              {[
                step.people.length ? step.name : null,
                step.people[0]?.role === step.name ? null : step.people[0]?.role,
                step.dueAt ? t('最迟 {{time}}', { time: formatDatetime(step.dueAt) }) : null,
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
            {step.why && !warnings.some(warning => warning.node === step.node && step.type !== 'condition') ? <p className="ql-quiet">{step.why}</p> : null}
          </li>
        ))}
      </ol>
      {warnings.map(warning => (
        <p key={`${warning.rule} ${warning.node} ${warning.way}`} className={warning.level === 'error' ? 'flow-problem is-error' : 'flow-problem'}>
          <TriangleAlert size={14} />
          {warning.text}
        </p>
      ))}
      <p className="flow-total">{total(answer, steps.length)}</p>
    </>
  )
}
const peopleWords = (names: readonly string[]): string =>
  names.length > 3 ? t('{{names}} 等 {{n}} 人', { names: names.slice(0, 3).join(t('、')), n: names.length }) : names.join(t('、'))
function total(answer: Answer, steps: number): string {
  if (!answer.steps.length) return t('先改正上面的问题，再看怎么走。')
  if (answer.usualMin) return t('通常 {{time}}办完（只算办公时间）。不发通知。', { time: minutesWords(answer.usualMin) })
  return steps ? t('还没有办理记录，估不出用时。不发通知。') : t('提交后直接通过。')
}
