import { Route, Users } from 'lucide-react'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import type { previewChange } from '../../model/change/actions.ts'
import { feeText } from './labels.ts'

type Preview = NonNullable<AnswerOf<typeof previewChange>>

/** Consequences in a sentence: approvers, price, roommates left; or why it is impossible. */
export function ChangeOutcome({ of, isSwap, peerHours }: { of: Preview; isSwap: boolean; peerHours: number }) {
  if (of.problems.length)
    return (
      <div className="own-problems" role="alert">
        {of.problems.map(p => (p ? <p key={`${p.rule} ${p.msg}`}>{p.msg}</p> : null))}
      </div>
    )
  const names = of.steps.flatMap(s => (s ? [s.people ? `${s.name} ${s.people}` : s.name] : []))
  return (
    <>
      <div className="own-line" role="status">
        <Route size={20} aria-hidden="true" />
        <p>
          <b>{of.bed}</b>
          {isSwap ? t('；{{peer}}须在 {{hours}} 小时内确认', { peer: of.peer, hours: peerHours }) : null}
          {names.length ? t('；先后由{{who}}审批', { who: names.join(t('、')) }) : null}
          {feeText(of.feeDiff) ? t('；{{fee}}（余 {{n}} 个月）', { fee: feeText(of.feeDiff), n: of.months }) : null}
        </p>
      </div>
      {of.leavesClassRoom ? (
        <div className="own-warn" role="status">
          <Users size={20} aria-hidden="true" />
          <p>{t('新房间没有同班同学，将离开本班宿舍。')}</p>
        </div>
      ) : null}
    </>
  )
}
