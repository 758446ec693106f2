import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useNarrow } from '#web/feedback/useNarrow.ts'
import { t } from '#web/i18n/index.ts'
import type { ActLine, CaseAct } from './acts.ts'
import style from './case.module.css'
import { MoreActs } from './DecisionBar.tsx'
import type { Case } from './types.ts'

interface PartnerBarProps {
  c: Case
  acts: readonly ActLine[]
  forced: readonly ActLine[]
  onAct: (act: CaseAct) => void
  extra: ReactNode
}
/** Footer for everybody without an open task: applicant, recipients of copies, watchers. */
export function PartnerBar({ c, acts, forced, onAct, extra }: PartnerBarProps) {
  const isNarrow = useNarrow()
  const navigate = useNavigate()
  const mayResubmit = c.can.includes('resubmit')
  const editLink = (isNarrow && c.mobileLink) || c.link
  // reasons are shown beside the buttons, not in a menu
  const reasons = acts.flatMap(act => (act.why ? [act.why] : []))
  // one or two buttons on phones; the rest under 更多
  const shown = isNarrow ? acts.slice(0, mayResubmit ? 0 : 1) : acts
  const rest = acts.filter(act => !shown.includes(act))
  const again: ActLine[] = mayResubmit ? [{ key: 'resubmit', label: t('不改，直接重新提交') }] : []
  if (!acts.length && !forced.length && !mayResubmit && !extra) return null
  return (
    <section className={`${style.bar} ${style.partner}`} aria-label={t('办理')}>
      <p className="ql-help">{[...new Set(reasons)].join(t('；'))}</p>
      <div className={style.acts}>
        {extra}
        {isNarrow ? <MoreActs acts={[...again, ...rest, ...forced]} onAct={onAct} /> : <MoreActs acts={forced} onAct={onAct} label={t('流程处理')} />}
        {shown.map(act => (
          <Button key={act.key} size="large" danger={act.danger === true} disabled={act.why !== undefined} onClick={() => onAct(act.key)}>
            {act.label}
          </Button>
        ))}
        {mayResubmit && !isNarrow ? (
          <Button size="large" onClick={() => onAct('resubmit')}>
            {t('不改，直接重新提交')}
          </Button>
        ) : null}
        {mayResubmit && editLink ? (
          <Button type="primary" size="large" onClick={() => void navigate(editLink)}>
            {t('修改申请')}
          </Button>
        ) : null}
      </div>
    </section>
  )
}
