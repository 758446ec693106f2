import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { Panel } from '#web/feedback/Panel.tsx'
import { t } from '#web/i18n/index.ts'
import { classes } from '#web/layout/classes.ts'
import type { ActLine, CaseAct } from './acts.ts'
import style from './case.module.css'
import { MainButton, OpinionInput } from './DecisionBar.tsx'
import { Phrases } from './Phrases.tsx'
import type { Case, Mine } from './types.ts'
import type { Decision } from './useDecision.ts'

interface PhoneBarProps {
  c: Case
  mine: Mine
  decision: Decision
  acts: readonly ActLine[]
  onAct: (act: CaseAct) => void
  extra: ReactNode
}
/** Footer on phones: two buttons; opinion, phrases and everything else in a sheet. */
export function PhoneBar({ c, mine, decision, acts, onAct, extra }: PhoneBarProps) {
  const [isOpen, setOpen] = useState(false)
  const may = (verb: string): boolean => c.can.includes(verb)
  const open = (act: CaseAct) => {
    setOpen(false)
    onAct(act)
  }
  // required text is entered in the sheet
  const needsWords = mine.needOpinion === 'always' && !decision.opinion.trim()
  return (
    <section className={`${style.bar} ${style.phoneBar}`} aria-label={t('审批')}>
      <Button size="large" onClick={() => setOpen(true)}>
        {decision.opinion.trim() ? t('意见（已写）') : t('意见')}
      </Button>
      {may('reject') ? (
        <Button size="large" danger disabled={decision.isBusy} onClick={() => (decision.opinion.trim() || mine.needOpinion === 'never' ? decision.reject() : setOpen(true))}>
          {t('驳回')}
        </Button>
      ) : null}
      {needsWords ? (
        <Button type="primary" size="large" className={classes(style.main)} onClick={() => setOpen(true)}>
          {t('写意见')}
        </Button>
      ) : (
        <MainButton c={c} decision={decision} />
      )}
      <Panel
        open={isOpen}
        title={t('审批意见')}
        onClose={() => setOpen(false)}
        footer={
          <div className={style.sheetActs}>
            {may('return') ? (
              <Button
                onClick={() => {
                  if (decision.askReturn()) setOpen(false)
                }}
              >
                {t('退回修改')}
              </Button>
            ) : null}
            {may('reject') ? (
              <Button
                danger
                onClick={() => {
                  if (decision.reject()) setOpen(false)
                }}
              >
                {t('驳回')}
              </Button>
            ) : null}
            <MainButton c={c} decision={decision} />
          </div>
        }
      >
        <OpinionInput mine={mine} decision={decision} rows={3} />
        <Phrases phrases={mine.phrases} shown={6} onPick={phrase => decision.setOpinion(phrase)} />
        <ul className={style.more}>
          {acts.map(act => (
            <li key={act.key}>
              <Button type="text" block danger={act.danger === true} disabled={act.why !== undefined} onClick={() => open(act.key)}>
                {act.label}
              </Button>
              {act.why ? <small>{act.why}</small> : null}
            </li>
          ))}
        </ul>
        {extra}
      </Panel>
    </section>
  )
}
