import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, Input, Skeleton } from 'antd'
import { CircleCheck, CircleX, SearchX } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { failureText, get, isRefusal, post } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { Paper } from '#web/login/Paper.tsx'
import { useDocumentTitle } from '#web/pages/title.ts'
import { useAppInfo } from '#web/session/appInfo.ts'
import style from './print.module.css'

interface Checked {
  kind: string
  issueNo: string
  name: string
  date: string
  state: 'valid' | 'revoked' | 'replaced'
}
/** Of some papers the page tells nothing before these are answered. */
interface Asked {
  kind: string
  asks: readonly string[]
}
const PATH = 'sheet/openApi/checkPaper'
/** Public page behind the QR code of a printed document: whether it is authentic and still valid. */
export default function CheckPage() {
  const [search] = useSearchParams()
  const code = search.get('c') ?? ''
  const info = useAppInfo()
  const found = useQuery({
    queryKey: ['checkPaper', code],
    queryFn: ({ signal }) => get<Checked | Asked>(PATH, { c: code }, { signal, quiet: true }),
    retry: false,
    staleTime: 0,
    meta: { inPlace: true },
  })
  useDocumentTitle(t('文件核验'), info?.globalTitle)
  return (
    <Paper info={info}>
      <h1>{t('文件核验')}</h1>
      <div className={style.check} aria-live="polite">
        {found.data ? (
          'asks' in found.data ? (
            <Question of={found.data} code={code} />
          ) : (
            <Result of={found.data} />
          )
        ) : found.error ? (
          <Fault error={found.error} onRetry={() => void found.refetch()} />
        ) : (
          <Skeleton active paragraph={{ rows: 4 }} />
        )}
      </div>
    </Paper>
  )
}
/** The answers go in the body of the call: none of them stands in an address. */
function Question({ of, code }: { of: Asked; code: string }) {
  const [answers, setAnswers] = useState<readonly string[]>(of.asks.map(() => ''))
  const check = useMutation({
    mutationFn: () => post<Checked>(PATH, { c: code, answers }, { quiet: true }),
    meta: { inPlace: true },
  })
  if (check.data) return <Result of={check.data} />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    check.mutate()
  }
  return (
    <form onSubmit={submit}>
      <p>{t('核验“{{kind}}”，请按纸面填写：', { kind: of.kind })}</p>
      {of.asks.map((label, at) => (
        <div key={label} className={style.answer}>
          <label htmlFor={`check-${at}`}>{label}</label>
          <Input
            id={`check-${at}`}
            autoComplete="off"
            maxLength={40}
            value={answers[at]}
            onChange={({ target }) => setAnswers(answers.map((a, i) => (i === at ? target.value : a)))}
          />
        </div>
      ))}
      {check.error ? (
        <p className={`${style.checkState} ${style.off}`} role="alert">
          {failureText(check.error)}
        </p>
      ) : null}
      <Button type="primary" htmlType="submit" block loading={check.isPending} disabled={answers.some(a => !a.trim())}>
        {t('核验')}
      </Button>
    </form>
  )
}
function Result({ of }: { of: Checked }) {
  const isValid = of.state === 'valid'
  const Icon = isValid ? CircleCheck : CircleX
  return (
    <>
      <p className={`${style.checkState} ${isValid ? style.on : style.off}`}>
        <Icon size={24} strokeWidth={1.75} aria-hidden="true" />
        {stateText(of.state)}
      </p>
      <dl>
        <dt>{t('文件名称')}</dt>
        <dd>{of.kind}</dd>
        <dt>{t('文件编号')}</dt>
        <dd>{of.issueNo}</dd>
        <dt>{t('姓名')}</dt>
        <dd>{of.name}</dd>
        <dt>{t('打印日期')}</dt>
        <dd>{of.date}</dd>
      </dl>
      <p className="ql-help">{t('请核对编号、姓名和日期与纸面一致')}</p>
    </>
  )
}
function stateText(state: Checked['state']): string {
  if (state === 'revoked') return t('已作废')
  return state === 'replaced' ? t('已被新的文件替换') : t('真实有效')
}
function Fault({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <>
      <p className={`${style.checkState} ${style.off}`}>
        <SearchX size={24} strokeWidth={1.75} aria-hidden="true" />
        {failureText(error)}
      </p>
      {isRefusal(error) ? <p className="ql-help">{t('链接不完整，或文件不是本校出具的')}</p> : <Button onClick={onRetry}>{t('重试')}</Button>}
    </>
  )
}
