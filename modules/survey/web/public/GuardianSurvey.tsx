import { Alert } from 'antd'
import { useState } from 'react'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import type { KeyLink } from '#web/records/KeyPage.tsx'
import { useKeyRead } from '#web/records/useKeyRead.ts'
import { RichText } from '#web/rich/RichText.tsx'
import { formatDate, formatDatetime } from '#web/values/format.ts'
import { openByLink, submitByLink } from '../../model/guardian-actions.ts'
import { STRATA } from '../../model/strata.ts'
import type { Answers } from '../../model/walk.ts'
import { SurveyForm } from '../form/SurveyForm.tsx'

/** A survey as a guardian answers it by their link, without an account; once for each student. */
export function GuardianSurvey({ link }: { link: KeyLink }) {
  const read = useKeyRead(openByLink, link)
  const { data } = read
  return (
    <Page title={data?.name ?? t('填写问卷')} help={data?.school} width="form">
      {data ? data.isAnswered ? <Empty title={t('您已经填过这份问卷，谢谢')} /> : <Fill link={link} data={data} /> : <Loading of={read} lines={8} failed={t('问卷打不开')} />}
    </Page>
  )
}
function Fill({ link, data }: { link: KeyLink; data: AnswerOf<typeof openByLink> }) {
  const [answers, setAnswers] = useState<Answers>({})
  const [sent, setSent] = useState<{ thanks: string | null }>()
  const act = useAct(submitByLink, { done: false, onDone: setSent })
  if (sent) return <Sheet title={t('已提交，谢谢')}>{sent.thanks ? <RichText html={sent.thanks} /> : null}</Sheet>
  const strata = data.strata.flatMap(name => (name ? [t(STRATA[name])] : [])).join('、')
  const said = {
    named: t('实名填写：学校看得到是{{name}}的家长填的。', { name: data.student ?? '' }),
    confidential: t('保密填写：只有指定的人看得到谁答了什么。'),
    anonymous: t('匿名填写：只记下这条链接已经用过，和答案分开存放。'),
  }[data.anonymity]
  const kept = [
    strata ? t('随答案保存：{{what}}。', { what: strata }) : '',
    data.purposeText ? t('收集目的：{{purpose}}', { purpose: data.purposeText }) : '',
    data.deleteAfter ? t('个人信息 {{day}} 删除。', { day: formatDate(data.deleteAfter) }) : '',
  ]
  return (
    <Stack>
      {data.intro ? (
        <Sheet>
          <RichText html={data.intro} />
        </Sheet>
      ) : null}
      <Alert type="info" showIcon title={said} description={kept.filter(Boolean).join(' ')} />
      {act.error ? <Refused what={t('没有提交')} error={act.error} /> : null}
      <SurveyForm
        questions={data.questions}
        known={{}}
        answers={answers}
        onChange={setAnswers}
        onSubmit={done => act.mutate({ ...link, versionNo: data.versionNo, answers: done })}
        isSending={act.isPending}
        submitText={t('提交')}
      />
      <p className="ql-help">{t('{{time}} 截止', { time: formatDatetime(data.endTime) })}</p>
    </Stack>
  )
}
