import { Button, Dropdown, Input } from 'antd'
import { ChevronUp } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { t } from '#web/i18n/index.ts'
import { classes } from '#web/layout/classes.ts'
import type { ActLine, CaseAct } from './acts.ts'
import style from './case.module.css'
import { Phrases } from './Phrases.tsx'
import type { Case, Mine } from './types.ts'
import type { Decision } from './useDecision.ts'

const LONGEST = 500
/** Placeholder of the opinion. */
const placeholderOf = (mine: Mine): string => ({ never: t('审批意见，可以不填'), negative: t('审批意见，驳回和退回时必填'), always: t('审批意见，必填') })[mine.needOpinion]

/** The opinion with its error. */
export function OpinionInput({ mine, decision, rows }: { mine: Mine; decision: Decision; rows: number }) {
  const id = useId()
  return (
    <div className={style.opinion}>
      <Input.TextArea
        aria-label={t('审批意见')}
        aria-describedby={decision.problem ? id : undefined}
        autoSize={{ minRows: rows, maxRows: 5 }}
        maxLength={LONGEST}
        placeholder={placeholderOf(mine)}
        status={decision.problem ? 'error' : ''}
        value={decision.opinion}
        disabled={decision.isBusy}
        onChange={event => decision.setOpinion(event.target.value)}
      />
      {decision.problem ? (
        <p id={id} className="ql-problem" role="alert">
          {decision.problem}
        </p>
      ) : null}
    </div>
  )
}
interface BarProps {
  c: Case
  mine: Mine
  decision: Decision
  acts: readonly ActLine[]
  onAct: (act: CaseAct) => void
  /** Further buttons: 打印. */
  extra: ReactNode
}
/** Footer for the approver on wide screens. */
export function DecisionBar({ c, mine, decision, acts, onAct, extra }: BarProps) {
  const may = (verb: string): boolean => c.can.includes(verb)
  return (
    <section className={style.bar} aria-label={t('审批')}>
      <OpinionInput mine={mine} decision={decision} rows={1} />
      <Phrases phrases={mine.phrases} shown={2} onPick={phrase => decision.setOpinion(phrase)} />
      <div className={style.acts}>
        {extra}
        <MoreActs acts={acts} onAct={onAct} />
        {may('return') ? (
          <Button size="large" disabled={decision.isBusy} onClick={decision.askReturn}>
            {t('退回修改')}
          </Button>
        ) : null}
        {may('reject') ? (
          <Button size="large" danger disabled={decision.isBusy} onClick={decision.reject}>
            {t('驳回')}
          </Button>
        ) : null}
        <MainButton c={c} decision={decision} />
      </div>
    </section>
  )
}
/** The primary button: 同意, 办理完成 or 给出意见. */
export function MainButton({ c, decision, block = false }: { c: Case; decision: Decision; block?: boolean }) {
  const isAnswer = c.can.includes('answer')
  if (!isAnswer && !c.can.includes('approve')) return null
  const verb = isAnswer ? t('给出意见') : c.mine?.kind === 'handle' ? t('办理完成') : t('同意')
  return (
    <Button
      type="primary"
      size="large"
      className={classes(style.main)}
      block={block}
      loading={decision.isBusy && !decision.asking}
      onClick={isAnswer ? decision.answer : decision.approve}
    >
      {verb}
    </Button>
  )
}
/** Further actions; unavailable ones show the reason. */
export function MoreActs({ acts, onAct, label }: { acts: readonly ActLine[]; onAct: (act: CaseAct) => void; label?: string }) {
  if (!acts.length) return null
  return (
    <Dropdown
      trigger={['click']}
      placement="topRight"
      menu={{
        items: acts.map(act => ({
          key: act.key,
          danger: act.danger === true,
          disabled: act.why !== undefined,
          onClick: () => onAct(act.key),
          label: (
            <span className={style.act}>
              {act.label}
              {act.why ? <small>{act.why}</small> : null}
            </span>
          ),
        })),
      }}
    >
      <Button size="large" icon={<ChevronUp size={14} />} iconPlacement="end">
        {label ?? t('更多')}
      </Button>
    </Dropdown>
  )
}
