import { Button } from 'antd'
import { useState } from 'react'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { Fields } from '#web/forms/Fields.tsx'
import { useAct } from '#web/forms/useAct.ts'
import { useFields } from '#web/forms/useFields.ts'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { useCountdown } from '#web/login/useCountdown.ts'
import { type KeyLink, KeyPage } from '#web/records/KeyPage.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime } from '#web/values/format.ts'
import { answerConsent, openConsent, sendConsentCode } from '../model/actions.ts'
import style from './guardian.module.css'

/** What a guardian without an account is asked: read, get a code on the phone on record, answer once. */
export default function GuardianPage() {
  const title = t('监护人同意')
  return (
    <KeyPage title={title}>
      {link => (
        <Page title={title} width="form">
          <Asked asks={link} />
        </Page>
      )}
    </KeyPage>
  )
}
function Asked({ asks }: { asks: KeyLink }) {
  const read = useRead(openConsent, asks)
  const [isDone, setDone] = useState(false)
  const [wait, setWait] = useCountdown()
  const form = useFields(answerConsent.input, ['answer', 'signature', 'code'])
  const code = useAct(sendConsentCode, { done: t('验证码已发送'), onDone: ({ resendAfter }) => setWait(resendAfter) })
  const act = useAct(answerConsent, { done: false, onDone: () => setDone(true) })
  if (isDone) return <Empty title={t('已收到您的答复，谢谢。这个链接不能再用了。')} />
  const { data } = read
  if (!data) return <Loading of={read} lines={6} />
  const send = () => {
    const checked = form.check({ ...form.values, ...asks })
    if (checked) act.mutate(checked as Parameters<typeof act.mutate>[0], { onError: form.refuse })
  }
  return (
    <Sheet title={t('{{student}}同学的家长{{guardian}}，您好', { student: data.student ?? '', guardian: data.guardian ?? '' })}>
      <p>{t('{{school}}请您答复：', { school: data.school })}</p>
      <p className={style.asks}>{data.asks}</p>
      {data.detail ? <p>{data.detail}</p> : null}
      {code.error ? <Refused what={t('验证码没有发送')} error={code.error} /> : null}
      <Button block disabled={wait > 0} loading={code.isPending} onClick={() => code.mutate(asks)}>
        {wait > 0 ? t('{{n}} 秒后可以重新获取', { n: wait }) : t('获取短信验证码，发到 {{phone}}', { phone: data.phone ?? '' })}
      </Button>
      {form.refusal ? <Refused what={t('没有提交')} error={form.refusal} /> : null}
      <Fields form={form} disabled={act.isPending} />
      <Button type="primary" size="large" block loading={act.isPending} onClick={send}>
        {t('提交答复')}
      </Button>
      <p className="ql-help">{t('链接 {{time}} 前有效，只能答复一次。您不需要账号，也看不到学生的其他信息。', { time: formatDatetime(data.expiresAt) })}</p>
    </Sheet>
  )
}
