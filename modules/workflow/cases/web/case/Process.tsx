import { Button } from 'antd'
import { Workflow } from 'lucide-react'
import { Suspense, useMemo, useState } from 'react'
import { lazily } from '#web/base/chunk.ts'
import { Panel } from '#web/feedback/Panel.tsx'
import { Waiting } from '#web/feedback/Waiting.tsx'
import { fileLink } from '#web/files/links.ts'
import { t } from '#web/i18n/index.ts'
import { formatDatetime } from '#web/values/format.ts'
import { minutesWords } from '../../../flows/web/public/labels.ts'
import { usualText } from '../public/labels.ts'
import style from './case.module.css'
import { AheadStep, Mark, PersonStep } from './Step.tsx'
import type { Case } from './types.ts'
import { type Visit, visitsOf } from './visits.ts'

const FlowPicture = lazily(() => import('../../../flows/web/public/FlowPicture.tsx').then(file => ({ default: file.FlowPicture })))
const MODES = { all: '会签', any: '或签', sequence: '依次审批' } as const
const FEW = 6

/** Past, current and remaining steps with usual durations. */
export function Process({ c }: { c: Case }) {
  const [isDrawn, setDrawn] = useState(false)
  const visits = visitsOf(c.tasks)
  const people = useMemo(() => peopleOf(c), [c])
  const copies = new Set((c.graph?.nodes ?? []).flatMap(node => (node.type === 'cc' ? [node.id] : [])))
  const usual = c.ahead.reduce((sum, step) => sum + (step.usualMin ?? 0), 0)
  return (
    <section className={style.process} aria-label={t('审批进程')}>
      <h2>
        {t('审批进程')}
        <Button type="link" size="small" icon={<Workflow size={14} />} onClick={() => setDrawn(true)}>
          {t('流程图')}
        </Button>
      </h2>
      <ol>
        <li className={style.visit}>
          <div className={style.person}>
            <Mark name={c.applicant.name} photo={c.applicant.photo && fileLink(c.applicant.photo)} tone="passed" />
            <div>
              <p>
                <b>{c.applicant.name}</b>
                <small>{t('发起')}</small>
                <time>{formatDatetime(c.startedAt)}</time>
              </p>
            </div>
          </div>
        </li>
        {visits.map(visit => (
          <VisitItem key={visit.key} visit={visit} c={c} />
        ))}
        {c.ahead.map(step => (
          <AheadStep key={step.node} name={step.name} people={step.people} why={step.why} usual={usualText(step.usualMin)} isCopy={copies.has(step.node)} />
        ))}
      </ol>
      {c.ahead.length && usual ? <p className="ql-help">{t('后面还有 {{n}} 步，通常共用 {{span}}', { n: c.ahead.length, span: minutesWords(usual) })}</p> : null}
      <p className="ql-help">{t('{{flow}}，第 {{no}} 版', { flow: c.defName, no: c.defNo })}</p>
      {isDrawn && c.graph ? (
        <Panel open size={720} title={t('流程图：{{name}}', { name: c.defName })} onClose={() => setDrawn(false)}>
          <Suspense fallback={<Waiting />}>
            <FlowPicture graph={c.graph} standing={c.standing ?? {}} people={people} />
          </Suspense>
        </Panel>
      ) : null}
    </section>
  )
}
/** Step → approvers, for the picture. */
const peopleOf = (c: Case): Record<string, string> => ({
  ...Object.fromEntries(c.ahead.flatMap(step => (step.people ? [[step.node, step.people]] : []))),
  ...Object.fromEntries(c.tasks.map(task => [task.node, task.person.name])),
})
/** One visit to a step. Of many people only the first are shown, open ones first. */
function VisitItem({ visit, c }: { visit: Visit; c: Case }) {
  const [isAll, setAll] = useState(false)
  const many = visit.tasks.length > 1
  const sorted = visit.standing === 'current' ? [...visit.tasks].sort((a, b) => Number(b.state === 'todo') - Number(a.state === 'todo')) : visit.tasks
  const shown = isAll ? sorted : sorted.slice(0, FEW)
  return (
    <li className={style.visit} data-standing={visit.standing} aria-current={visit.standing === 'current' ? 'step' : undefined}>
      {many ? (
        <p className={style.stepName}>
          {visit.name}
          <small>
            {t('{{mode}}，{{done}} / {{all}} 人已办', {
              mode: t(MODES[visit.mode]),
              done: visit.tasks.filter(task => task.state === 'done').length,
              all: visit.tasks.length,
            })}
          </small>
        </p>
      ) : null}
      {shown.map(task => (
        <PersonStep key={task.id} task={task} step={many ? '' : visit.name} isMine={task.id === c.mine?.taskId} />
      ))}
      {sorted.length > shown.length ? (
        <Button type="link" size="small" onClick={() => setAll(true)}>
          {t('全部 {{n}} 人', { n: sorted.length })}
        </Button>
      ) : null}
    </li>
  )
}
