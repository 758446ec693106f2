import { Button } from 'antd'
import { useState } from 'react'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatDate } from '#web/values/format.ts'
import { answerIntent, myAdmission } from '../model/actions.ts'
import { admittedStates } from '../model/admitted-student.ts'
import style from './admission.module.css'
import { RealmPage } from './public/RealmPage.tsx'

type Mine = AnswerOf<typeof myAdmission>

/** 迎新 → 我的录取: the new student's admission, and whether they come. */
export default function MyAdmissionPage() {
  const read = useRead(myAdmission, {})
  return (
    <RealmPage title={t('我的录取')}>
      <Loaded of={read}>
        {of => (
          <>
            <Sheet label={t('我的录取')}>
              <Row gap={3} spread="between">
                <h2>{of.name}</h2>
                <StateTag of={admittedStates} state={of.state} />
              </Row>
              <dl className={style.facts}>
                <dt>{t('专业')}</dt>
                <dd>{of.majorName}</dd>
                <dt>{t('学院')}</dt>
                <dd>{of.departmentName}</dd>
                <dt>{t('考生号')}</dt>
                <dd>{of.ksh}</dd>
                {of.arriveFrom || of.arriveBy ? (
                  <>
                    <dt>{t('报到时间')}</dt>
                    <dd>{[of.arriveFrom, of.lateUntil ?? of.arriveBy].map(day => (day ? formatDate(day) : '')).join(' – ')}</dd>
                  </>
                ) : null}
              </dl>
            </Sheet>
            <Intent of={of} />
          </>
        )}
      </Loaded>
    </RealmPage>
  )
}
/** 30-AC2 */
function Intent({ of }: { of: Mine }) {
  const [isDeclining, setDeclining] = useState(false)
  const act = useAct(answerIntent)
  if (!of.canAnswer) return null
  return (
    <Sheet title={t('是否来校就读')}>
      {of.answerBy ? <p className="ql-quiet">{t('{{date}} 前可以修改', { date: formatDate(of.answerBy) })}</p> : null}
      {of.declineReason ? <p>{of.declineReason}</p> : null}
      {act.error ? <Refused what={t('没有提交')} error={act.error} /> : null}
      <Row gap={3}>
        <Button type="primary" size="large" disabled={of.state === 'intended'} loading={act.isPending} onClick={() => act.mutate({ answer: 'intended' })}>
          {t('确认来校')}
        </Button>
        <Button size="large" onClick={() => setDeclining(true)}>
          {t('放弃入学')}
        </Button>
      </Row>
      {isDeclining ? (
        <ActionForm
          of={answerIntent}
          title={t('放弃入学')}
          input={{ answer: 'declined' }}
          danger
          note={t('请写明原因，并上传本人签字的声明。截止前可以改为确认来校。')}
          onClose={() => setDeclining(false)}
        />
      ) : null}
    </Sheet>
  )
}
