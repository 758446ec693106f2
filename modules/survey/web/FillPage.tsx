import { Alert } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { drop, read as readLocal, write } from '#web/base/storage.ts'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { RichText } from '#web/rich/RichText.tsx'
import { formatDate, formatDatetime } from '#web/values/format.ts'
import { openForm, saveDraft, submitAnswers } from '../model/actions.ts'
import { STRATA } from '../model/strata.ts'
import type { Answers } from '../model/walk.ts'
import { SurveyForm } from './form/SurveyForm.tsx'

const MINE = '/survey/mine'
/** 填写问卷: one survey, page by page. */
export default function FillPage() {
  const [params] = useSearchParams()
  const id = params.get('id') ?? ''
  const read = useRead(openForm, { id }, { enabled: id !== '' })
  if (!id)
    return (
      <Page title={t('填写问卷')} back={MINE}>
        <Empty title={t('没有选择问卷')} />
      </Page>
    )
  return (
    <Page title={read.data?.name ?? t('填写问卷')} back={MINE} width="form">
      <Loaded of={read}>{form => <Fill key={form.id} form={form} />}</Loaded>
    </Page>
  )
}
type Form = AnswerOf<typeof openForm>
function Fill({ form }: { form: Form }) {
  const [answers, setAnswers] = useDrafts(form)
  const [begun] = useState(() => Date.now())
  const [thanks, setThanks] = useState<string | null>()
  const act = useAct(submitAnswers, {
    done: false,
    changes: ['todo'],
    onDone: done => {
      drop(keyOf(form.id))
      setThanks(done.thanks ?? '')
    },
  })
  if (thanks !== undefined) return <Sheet title={t('已提交，谢谢')}>{thanks ? <RichText html={thanks} /> : null}</Sheet>
  if (!form.canChange) return <Empty title={t('你已经填过这份问卷')} />
  return (
    <>
      {form.intro ? (
        <Sheet>
          <RichText html={form.intro} />
        </Sheet>
      ) : null}
      <Promised form={form} />
      {act.error ? <Refused what={t('没有提交')} error={act.error} /> : null}
      <SurveyForm
        questions={form.questions}
        known={form.known ?? {}}
        answers={answers}
        onChange={setAnswers.change}
        onPage={setAnswers.save}
        isSending={act.isPending}
        submitText={form.isAnswered ? t('保存修改') : t('提交')}
        onSubmit={kept => act.mutate({ id: form.id, versionNo: form.versionNo, answers: kept, seconds: Math.min(86_400, Math.round((Date.now() - begun) / 1000)) })}
      />
      <p className="ql-help">{t('{{time}} 截止', { time: formatDatetime(form.endTime) })}</p>
    </>
  )
}
/** Who reads the answers, and what is kept with them. */
function Promised({ form: { anonymity, strata, purposeText, deleteAfter } }: { form: Form }) {
  const said = {
    named: t('实名填写：发起人看得到你的答案。'),
    confidential: t('保密填写：只有指定的阅读人看得到谁答了什么，别人只看得到统计。'),
    anonymous: t('匿名填写：系统只记你填过，不记哪份是你的。每晚和结束时，答卷按随机顺序重写；在那之前，只有直接操作数据库的管理员可能看出先后。'),
  }[anonymity]
  const kept = strata.length
    ? t('随答卷保存：{{what}}。', { what: strata.map(name => t(STRATA[name])).join('、') })
    : anonymity === 'anonymous'
      ? t('不随答卷保存学院、年级等信息。')
      : ''
  const purpose = purposeText ? t('收集目的：{{purpose}}', { purpose: purposeText }) : ''
  const until = deleteAfter ? t('个人信息 {{day}} 删除。', { day: formatDate(deleteAfter) }) : ''
  return <Alert type="info" showIcon title={said} description={[kept, purpose, until].filter(Boolean).join(' ')} />
}
const keyOf = (id: string): string => `survey.draft.${id}`
const SAVE_MS = 10_000
/** Answers so far, saved after each page and every ten seconds (60-SV8): by the server, of an anonymous survey on the device only. */
function useDrafts({ id, anonymity, isAnswered, answers: stored }: Form) {
  const isLocal = anonymity === 'anonymous'
  const [answers, setAnswers] = useState<Answers>(() => (isLocal ? readLocal<Answers>(keyOf(id)) : undefined) ?? stored ?? {})
  const act = useAct(saveDraft, { done: false })
  const latest = useRef(answers)
  const saved = useRef(answers)
  latest.current = answers
  const { mutate } = act
  const save = () => {
    if (saved.current === latest.current || isAnswered) return
    saved.current = latest.current
    if (isLocal) write(keyOf(id), latest.current)
    else mutate({ id, answers: latest.current })
  }
  const saving = useRef(save)
  saving.current = save
  useEffect(() => {
    const timer = setInterval(() => saving.current(), SAVE_MS)
    return () => clearInterval(timer)
  }, [])
  return [answers, { change: setAnswers, save }] as const
}
