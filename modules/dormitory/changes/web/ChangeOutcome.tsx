import { Users } from 'lucide-react'
import { Outcome } from '#modules/workflow/applications/web/public/Outcome.tsx'
import style from '#modules/workflow/applications/web/public/own.module.css'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import type { changeApplication } from '../model/application.ts'
import { feeText } from './labels.ts'

type Preview = NonNullable<AnswerOf<typeof changeApplication.preview>>

/** Consequences in a sentence: approvers, price, roommates left; or why it is impossible. */
export function ChangeOutcome({ of, isSwap, peerHours }: { of: Preview | undefined; isSwap: boolean; peerHours: number }) {
  const fee = of && feeText(of.feeDiff)
  return (
    <>
      <Outcome of={of} after={of && fee ? t('；{{fee}}（余 {{n}} 个月）', { fee, n: of.months }) : null}>
        <b>{of?.bed}</b>
        {of && isSwap ? t('；{{peer}}须在 {{hours}} 小时内确认', { peer: of.peer, hours: peerHours }) : null}
      </Outcome>
      {of?.leavesClassRoom && !of.problems.length ? (
        <div className={style.warn} role="status">
          <Users size={20} aria-hidden="true" />
          <p>{t('新房间没有同班同学，将离开本班宿舍。')}</p>
        </div>
      ) : null}
    </>
  )
}
