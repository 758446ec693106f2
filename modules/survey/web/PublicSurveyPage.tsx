import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Input } from 'antd'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { read as readLocal, write } from '#web/base/storage.ts'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { LabelledInput } from '#web/forms/LabelledInput.tsx'
import { get, newKey, post } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import { withCaptcha } from '#web/login/captcha.ts'
import { RichText } from '#web/rich/RichText.tsx'
import { formatDate, formatDatetime } from '#web/values/format.ts'
import type { Question } from '../model/question.ts'
import type { Answers } from '../model/walk.ts'
import { SurveyForm } from './form/SurveyForm.tsx'
import { GuardianSurvey } from './public/GuardianSurvey.tsx'
import style from './public.module.css'

interface Shown {
  state: 'open' | 'notOpen' | 'closed' | 'full' | 'answered' | 'signIn'
  schoolName: string
  id?: string
  name?: string
  beginTime?: string
  endTime?: string
  intro?: string | null
  purposeText?: string | null
  deleteAfter?: string | null
  versionNo?: number
  oncePer?: 'device' | 'none'
  questions?: Question[]
}
/** /fktjwj: a public survey by its code, or a guardian's by the personal link, without an account. */
export default function PublicSurveyPage() {
  const [params, setParams] = useSearchParams()
  const code = params.get('code') ?? ''
  const key = params.get('key')
  return (
    <main className={style.page}>
      {key ? (
        <GuardianSurvey link={{ key, tenantId: params.get('tenantId') }} />
      ) : code ? (
        <OfCode key={code} code={code} tenantId={params.get('tenantId') ?? ''} />
      ) : (
        <AskCode onCode={next => setParams({ ...Object.fromEntries(params), code: next })} />
      )}
    </main>
  )
}
/** No list: whoever has no code finds no survey. */
function AskCode({ onCode }: { onCode: (code: string) => void }) {
  const [code, setCode] = useState('')
  return (
    <Page title={t('填写问卷')} width="form" onSubmit={() => code.trim() && onCode(code.trim())}>
      <Sheet>
        <LabelledInput label={t('问卷编号')} help={t('12 位字母和数字，见通知或二维码旁')}>
          {id => <Input id={id} maxLength={12} autoComplete="off" value={code} onChange={event => setCode(event.target.value)} />}
        </LabelledInput>
        <Button type="primary" htmlType="submit">
          {t('打开')}
        </Button>
      </Sheet>
    </Page>
  )
}
const DEVICE = 'survey.device'
/** The same for each answer of this device; nothing but chance is in it. */
function deviceKey(): string {
  const known = readLocal<string>(DEVICE)
  if (known) return known
  const made = newKey()
  write(DEVICE, made)
  return made
}
function OfCode({ code, tenantId }: { code: string; tenantId: string }) {
  const [device] = useState(deviceKey)
  const read = useQuery({
    queryKey: ['survey', 'public', code],
    queryFn: () => get<Shown>('survey/openApi/getPublic', { tenantId, code, key: device }, { quiet: true }),
    meta: { inPlace: true },
  })
  return (
    <Page title={read.data?.name ?? t('填写问卷')} help={read.data?.schoolName} width="form">
      <Loaded of={read}>{data => (data.state === 'open' ? <Fill code={code} tenantId={tenantId} device={device} data={data} /> : <Shut data={data} />)}</Loaded>
    </Page>
  )
}
function Shut({ data }: { data: Shown }) {
  const navigate = useNavigate()
  if (data.state === 'signIn')
    return (
      <Sheet>
        <p>{t('这份问卷要登录后填写。')}</p>
        <Button type="primary" onClick={() => navigate(`/survey/fill?id=${data.id}`)}>
          {t('去登录')}
        </Button>
      </Sheet>
    )
  const said = {
    notOpen: t('还没有开始，{{time}} 开始', { time: data.beginTime ? formatDatetime(data.beginTime) : '' }),
    full: t('已收满，谢谢关注'),
    answered: t('这台设备已经填过'),
    closed: t('问卷不存在或已结束'),
  }[data.state as 'notOpen' | 'full' | 'answered' | 'closed']
  return <Empty title={said} />
}
interface FillProps {
  code: string
  tenantId: string
  device: string
  data: Shown
}
function Fill({ code, tenantId, device, data }: FillProps) {
  const [answers, setAnswers] = useState<Answers>({})
  const [once] = useState(newKey)
  const [sent, setSent] = useState<{ thanks: string | null }>()
  const [error, setError] = useState<unknown>()
  const [isSending, setSending] = useState(false)
  const send = async (kept: Answers) => {
    setSending(true)
    setError(undefined)
    const body = { tenantId, code, versionNo: data.versionNo, answers: kept, key: data.oncePer === 'device' ? device : once }
    try {
      setSent(
        await withCaptcha('survey', false, captcha => post<{ thanks: string | null }>('survey/openApi/submit', { ...body, ...(captcha ? { captcha } : {}) }, { quiet: true })),
      )
    } catch (fault) {
      setError(fault)
    }
    setSending(false)
  }
  if (sent) return <Sheet title={t('已提交，谢谢')}>{sent.thanks ? <RichText html={sent.thanks} /> : null}</Sheet>
  const kept = [
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
      <Alert
        type="info"
        showIcon
        title={data.oncePer === 'device' ? t('匿名填写：不记录姓名和地址；只记下这台设备已经填过，和答案分开存放。') : t('匿名填写：不记录姓名、地址和设备。')}
        description={kept.filter(Boolean).join(' ')}
      />
      {error ? <Refused what={t('没有提交')} error={error} /> : null}
      <SurveyForm
        questions={data.questions ?? []}
        known={{}}
        answers={answers}
        onChange={setAnswers}
        onSubmit={done => void send(done)}
        isSending={isSending}
        submitText={t('提交')}
      />
      {data.endTime ? <p className="ql-help">{t('{{time}} 截止', { time: formatDatetime(data.endTime) })}</p> : null}
    </Stack>
  )
}
