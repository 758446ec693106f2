import { Route } from 'lucide-react'
import { Link } from 'react-router'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import type { previewTemp } from '../../model/temp/actions.ts'
import { nightsText } from './labels.ts'

type Preview = NonNullable<AnswerOf<typeof previewTemp>>

/** 2 晚，只需辅导员审批: consequences in a sentence, or why it is impossible, with a link. */
export function OutcomeLine({ of }: { of: Preview }) {
  if (of.problems.length)
    return (
      <div className="own-problems" role="alert">
        {of.problems.map(p => (p ? <p key={p.rule}>{p.msg}</p> : null))}
        <WayOn of={of} />
      </div>
    )
  const names = of.steps.flatMap(s => (s ? [s.people ? `${s.name} ${s.people}` : s.name] : []))
  return (
    <div className="own-line" role="status">
      <Route size={20} aria-hidden="true" />
      <p>
        <b>{nightsText(of.nights.length)}</b>
        {names.length === 1 ? t('，只需{{who}}审批', { who: names[0] }) : null}
        {names.length > 1 ? t('，先后由{{who}}审批', { who: names.join(t('、')) }) : null}
        {t('；本学期共 {{total}} 晚，最多 {{most}} 晚', { total: of.usedInTerm + of.nights.length, most: of.termNights })}
      </p>
    </div>
  )
}
function WayOn({ of }: { of: Preview }) {
  const rules = of.problems.map(p => p?.rule)
  if (of.leaveId) return <Link to={`/leave/mine?id=${of.leaveId}`}>{t('查看这份请假')}</Link>
  if (rules.includes('daytime')) return <Link to="/outing/mine">{t('去外出登记')}</Link>
  return rules.includes('overlap') ? <Link to="/dormitory/temp/mine">{t('查看我的外宿')}</Link> : null
}
