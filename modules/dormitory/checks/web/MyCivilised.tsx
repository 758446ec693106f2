import { Button } from 'antd'
import { useState } from 'react'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDate, formatDatetime } from '#web/values/format.ts'
import { civilisedStates } from '../model/civilised.ts'
import { applyCivilised, myCivilised, withdrawCivilised } from '../model/civilised-actions.ts'
import style from './check.module.css'

type Mine = AnswerOf<typeof myCivilised>[number]

/** Rounds one's room may apply in: conditions met, failed, and state. */
export function MyCivilised() {
  const read = useRead(myCivilised, {})
  const { data } = read
  if (!data) return <Loading of={read} lines={6} />
  if (!data.length) return <Empty title={t('现在没有文明寝室评选')} />
  return data.map(of => <Round key={of.roundId} of={of} />)
}
function Round({ of }: { of: Mine }) {
  const [isApplying, setApplying] = useState(false)
  const mayApply = of.isOpen && !of.problem && (!of.state || of.state === 'withdrawn' || of.state === 'returned')
  return (
    <Sheet title={of.name} actions={of.state ? <StateTag of={civilisedStates} state={of.state} /> : null} className={style.task}>
      <p className="ql-quiet">{t('{{room}}，{{from}} 至 {{to}} 的卫生成绩', { room: of.room, from: formatDate(of.from), to: formatDate(of.to) })}</p>
      <p>{of.mean === null ? t('还没有成绩') : t('平均 {{mean}} 分，最低 {{lowest}} 分，检查 {{n}} 次', { mean: of.mean, lowest: of.lowest ?? '—', n: of.checks })}</p>
      {of.applicant ? <p className="ql-quiet">{[t('{{name}} 申报', { name: of.applicant }), of.nextStep].filter(Boolean).join(t('，'))}</p> : null}
      {of.problem && !of.state ? <p className={style.note}>{of.problem}</p> : null}
      {mayApply ? (
        <Button type="primary" size="large" onClick={() => setApplying(true)}>
          {of.state === 'returned' ? t('重新申报') : t('为房间申报')}
        </Button>
      ) : null}
      {of.isOpen ? <small className="ql-help">{t('{{time}} 截止', { time: formatDatetime(of.endTime) })}</small> : null}
      {of.mayWithdraw && of.id ? <ActionButton of={withdrawCivilised} input={{ id: of.id }} confirm={t('撤回后在截止前可以重新申报。')} /> : null}
      {isApplying ? (
        <ActionForm
          of={applyCivilised}
          input={{ roundId: of.roundId }}
          onClose={() => setApplying(false)}
          changes={['civilisedRoom']}
          note={<p className="ql-help">{t('一个房间申报一次，室友都看得到。辅导员、学院、学工处依次审批，之后公示。')}</p>}
        />
      ) : null}
    </Sheet>
  )
}
