import { Button } from 'antd'
import { useState } from 'react'
import style from '#modules/dormitory/stays/web/public/dormitory-stay.module.css'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { State, StateTag } from '#web/feedback/State.tsx'
import { FileLink } from '#web/files/FileLink.tsx'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatDate, formatDatetime, formatMoney } from '#web/values/format.ts'
import { damageStates } from '../model/damage.ts'
import { myDamages, objectDamage } from '../model/damage-actions.ts'

type Mine = AnswerOf<typeof myDamages>[number]

/** The user's shares of damages: photos, calculation, and objection deadline. */
export function MyDamages() {
  const read = useRead(myDamages, {})
  if (!read.data) return read.error ? <Loading of={read} /> : null
  return read.data.map(of => <Damage key={of.id} of={of} />)
}
function Damage({ of }: { of: Mine }) {
  const [isObjecting, setObjecting] = useState(false)
  return (
    <Sheet label={of.damageNo} className={style.card}>
      <header className={style.head}>
        <h2>{t('{{item}}损坏赔偿', { item: of.item })}</h2>
        {of.paid && of.paid >= of.amount ? <State tone="done">{t('已缴清')}</State> : <StateTag of={damageStates} state={of.state} />}
      </header>
      <p className="ql-quiet">{[of.damageNo, of.room, formatDatetime(of.at)].join(' · ')}</p>
      <p>{of.explanation}</p>
      <p>
        <b>{formatMoney(of.amount)}</b>{' '}
        {of.sharers > 1 ? <span className="ql-quiet">{t('总价 {{total}}，{{n}} 人分摊', { total: formatMoney(of.total), n: of.sharers })}</span> : null}
      </p>
      <Row as="p">
        {of.photos.map((id, n) =>
          id ? (
            <FileLink key={id} id={id}>
              {t('照片 {{n}}', { n: n + 1 })}
            </FileLink>
          ) : null,
        )}
      </Row>
      {of.objection ? <p>{t('你的异议：{{text}}', { text: of.objection })}</p> : null}
      {of.decision ? <p>{t('处理意见：{{text}}', { text: of.decision })}</p> : null}
      {of.state === 'charged' && of.dueOn ? <p className="ql-quiet">{t('{{date}} 前缴清', { date: formatDate(of.dueOn) })}</p> : null}
      {of.mayObject ? (
        <Row>
          <Button onClick={() => setObjecting(true)}>{t(objectDamage.label)}</Button>
          <small className="ql-help">{t('{{time}} 前可以提出异议', { time: formatDatetime(of.objectUntil) })}</small>
        </Row>
      ) : null}
      {isObjecting ? <ActionForm of={objectDamage} input={{ id: of.id }} onClose={() => setObjecting(false)} done={t('异议已提交')} /> : null}
    </Sheet>
  )
}
