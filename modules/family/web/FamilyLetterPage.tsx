import { Button } from 'antd'
import { useState } from 'react'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { Fields } from '#web/forms/Fields.tsx'
import { useAct } from '#web/forms/useAct.ts'
import { useFields } from '#web/forms/useFields.ts'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { type KeyLink, KeyPage } from '#web/records/KeyPage.tsx'
import { useKeyRead } from '#web/records/useKeyRead.ts'
import { formatDatetime } from '#web/values/format.ts'
import { LETTER_ANSWERS } from '../model/home-letter.ts'
import { answerLetter, openLetter } from '../model/letter-actions.ts'
import style from './guardian.module.css'

/** The letter as the family reads it by its link, without an account; answered once. */
export default function FamilyLetterPage() {
  return <KeyPage title={t('致家长信')}>{link => <Letter link={link} />}</KeyPage>
}
function Letter({ link }: { link: KeyLink }) {
  const read = useKeyRead(openLetter, link)
  const { data } = read
  return (
    <Page title={data?.name ?? t('致家长信')} help={data?.school} width="form">
      {data ? (
        <>
          <Sheet>
            <p className={style.letter}>{data.text}</p>
          </Sheet>
          {data.answer ? (
            <p role="status">{t('已在 {{time}} 回执：{{answer}}', { time: formatDatetime(data.answeredAt ?? ''), answer: t(LETTER_ANSWERS[data.answer]) })}</p>
          ) : (
            <Answer link={link} />
          )}
          <p className="ql-help">{t('链接 {{time}} 前可以打开，只能回执一次。您不需要账号，也看不到学生的其他信息。', { time: formatDatetime(data.until) })}</p>
        </>
      ) : (
        <Loading of={read} lines={8} failed={t('信打不开')} />
      )}
    </Page>
  )
}
function Answer({ link }: { link: KeyLink }) {
  const [isDone, setDone] = useState(false)
  const form = useFields(answerLetter.input, ['answer', 'opinion'], { answer: 'known' })
  const act = useAct(answerLetter, { done: false, onDone: () => setDone(true) })
  if (isDone) return <p role="status">{t('已收到您的回执，谢谢。')}</p>
  const send = () => {
    const checked = form.check({ ...form.values, ...link })
    if (checked) act.mutate(checked as Parameters<typeof act.mutate>[0], { onError: form.refuse })
  }
  return (
    <Sheet title={t('回执')}>
      {form.refusal ? <Refused what={t('没有提交')} error={form.refusal} /> : null}
      <Fields form={form} disabled={act.isPending} />
      <Button type="primary" size="large" block loading={act.isPending} onClick={send}>
        {t('提交回执')}
      </Button>
    </Sheet>
  )
}
