import { Route as RouteIcon } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useParams } from 'react-router'
import type { Entity } from '#model'
import { StudentBrief } from '#modules/student/web/public/StudentBrief.tsx'
import { Emphasis } from '#web/feedback/Emphasis.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { useNarrow } from '#web/feedback/useNarrow.ts'
import { t } from '#web/i18n/index.ts'
import { usePageTitle } from '#web/pages/unsaved.ts'
import { approverActs, type CaseAct, forcedActs, partnerActs } from './case/acts.ts'
import { CaseDialogs } from './case/CaseDialogs.tsx'
import { CaseHead } from './case/CaseHead.tsx'
import { CasePrint } from './case/CasePrint.tsx'
import { ChangesSheet, isAgain } from './case/ChangesSheet.tsx'
import { DecideDialog } from './case/DecideDialog.tsx'
import { DecidedNotice } from './case/DecidedNotice.tsx'
import { DecisionBar } from './case/DecisionBar.tsx'
import { FormSheet, InputSheet } from './case/FormSheet.tsx'
import { cardOf, ModuleCard } from './case/ModuleCard.tsx'
import { PartnerBar } from './case/PartnerBar.tsx'
import { PhoneBar } from './case/PhoneBar.tsx'
import { Process } from './case/Process.tsx'
import { CaseRecord } from './case/Record.tsx'
import { ReturnDialog } from './case/ReturnDialog.tsx'
import type { Case } from './case/types.ts'
import { useCase } from './case/useCase.ts'
import { type CaseForm, useCaseForm } from './case/useCaseForm.ts'
import { type Decision, type Refusal, useDecision } from './case/useDecision.ts'
import { useDeclared } from './case/useDeclared.ts'
import { type Decided, decidedOf, useQueue } from './case/useQueue.ts'
import { useWalkKeys } from './case/useWalkKeys.ts'
import { outcomeOf } from './public/labels.ts'
import '#web/forms/forms.css'
import style from './case/case.module.css'

/** One application: content, progress, available actions. */
export default function CasePage() {
  const { id = '' } = useParams()
  const read = useCase(id)
  const { data } = read
  const [refusal, setRefusal] = useState<Refusal>()
  const declared = useDeclared(data?.module ?? null, data?.bizType ?? '')
  if (!data || declared === undefined)
    return (
      <Sheet as="div" className={style.sheet}>
        <Loading of={read} lines={10} failed={t('这份申请暂时打不开')} />
      </Sheet>
    )
  return <CaseView key={data.mine?.taskId ?? data.id} c={data} entity={declared} refusal={refusal} onRefused={setRefusal} />
}
interface CaseViewProps {
  c: Case
  entity: Entity | null
  refusal: Refusal | undefined
  onRefused: (refusal: Refusal | undefined) => void
}
function CaseView({ c, entity, refusal, onRefused }: CaseViewProps) {
  const queue = useQueue(c.id)
  const decided = decidedOf(useLocation().state)
  const isNarrow = useNarrow()
  const [act, setAct] = useState<CaseAct>()
  const form = useCaseForm(c, entity)
  const onDecided = (said: Omit<Decided, 'title' | 'instanceId'>) => queue.go(queue.nextId ?? queue.previousId ?? c.id, { ...said, title: c.title, instanceId: c.id })
  const decision = useDecision({ c, form, onRefused, onDecided })
  useWalkKeys(queue)
  usePageTitle(c.title)
  const close = () => setAct(undefined)
  return (
    <div className={style.page}>
      <div className={style.content}>
        {decided ? <DecidedNotice decided={decided} isLast={queue.isReady && queue.total === 0} queue={queue} /> : null}
        <CaseHead c={c} queue={queue} />
        {refusal ? <Refused what={refusal.what} error={refusal.error} /> : null}
        <p className={style.outcome}>
          <RouteIcon size={18} aria-hidden="true" />
          <span>
            <Emphasis text={outcomeOf(c)} />
          </span>
        </p>
        <Content c={c} entity={entity} form={form} isBusy={decision.isBusy} />
        {isNarrow ? (
          <Sheet as="div" className={style.sheet}>
            <Process c={c} />
          </Sheet>
        ) : null}
        <CaseRecord c={c} />
      </div>
      {isNarrow ? null : (
        <aside className={style.right}>
          <Process c={c} />
        </aside>
      )}
      <Foot c={c} entity={entity} decision={decision} onAct={setAct} />
      {act ? (
        <CaseDialogs
          act={act}
          c={c}
          opinion={decision.opinion}
          onDecided={said => {
            close()
            onDecided(said)
          }}
          onClose={close}
        />
      ) : null}
      <Questions c={c} decision={decision} />
    </div>
  )
}
/** What was written, then the module's own card; for a resubmission initially only the changes. */
function Content({ c, entity, form, isBusy }: { c: Case; entity: Entity | null; form: CaseForm; isBusy: boolean }) {
  const again = isAgain(c)
  const [isWhole, setWhole] = useState(!again)
  const card = cardOf(c.bizType)
  const read = c.form.filter(field => !form.names.includes(field.name))
  return (
    <>
      {again ? <ChangesSheet c={c} isWhole={isWhole} onWhole={setWhole} /> : null}
      {isWhole ? <FormSheet fields={read.filter(field => !card || !field.isInCard || field.was !== null)} entity={entity} /> : null}
      {isWhole && c.applicant.studentId ? <StudentBrief id={c.applicant.studentId} /> : null}
      {isWhole && card ? <ModuleCard card={card} bizId={c.bizId} caseId={c.id} isApprover={c.mine !== null} /> : null}
      <InputSheet form={form} disabled={isBusy} />
    </>
  )
}
interface FootProps {
  c: Case
  entity: Entity | null
  decision: Decision
  onAct: (act: CaseAct) => void
}
function Foot({ c, entity, decision, onAct }: FootProps) {
  const isNarrow = useNarrow()
  const extra = entity ? <CasePrint of={entity} bizId={c.bizId} /> : null
  if (!c.mine) return <PartnerBar c={c} acts={partnerActs(c)} forced={forcedActs(c)} onAct={onAct} extra={extra} />
  const Bar = isNarrow ? PhoneBar : DecisionBar
  return <Bar c={c} mine={c.mine} decision={decision} acts={[...approverActs(c), ...partnerActs(c), ...forcedActs(c)]} onAct={onAct} extra={extra} />
}
/** Dialogs of a pressed button. */
function Questions({ c, decision }: { c: Case; decision: Decision }) {
  if (!c.mine || !decision.asking) return null
  if (decision.asking === 'return') return <ReturnDialog mine={c.mine} applicant={c.applicant.name} decision={decision} />
  return <DecideDialog verb={decision.asking} title={c.title} mine={c.mine} decision={decision} />
}
