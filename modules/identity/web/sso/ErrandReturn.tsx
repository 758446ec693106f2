import { useQuery } from '@tanstack/react-query'
import { Button, Spin } from 'antd'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { ADMIN } from '#web/credentials/realm.ts'
import { post } from '#web/http/client.ts'
import { failureText } from '#web/http/failure.ts'
import { notify } from '#web/http/notices.ts'
import { t } from '#web/i18n/index.ts'
import { PageTitle } from '#web/layout/Page.tsx'
import style from '#web/login/login.module.css'
import { Paper } from '#web/login/Paper.tsx'
import { Refused } from '#web/login/Refused.tsx'
import { appInfoQuery } from '#web/session/appInfo.ts'
import { type Errand, endErrand } from './errand.ts'
import { type TestAnswer, TestResult } from './TestResult.tsx'

const CENTRE = '/personalcenter#bindings'
/** Result of a test or binding on return. Without a code the provider did not confirm. */
export function ErrandReturn({ of, code, state }: { of: Errand; code: string | null; state: string }) {
  const navigate = useNavigate()
  const proof = { code: code ?? '', ...(state ? { state } : {}) }
  const test = async () => <TestResult of={await post<TestAnswer>('auth/identitySource/test', { id: of.id, ...proof }, { quiet: true })} />
  const bind = async () => {
    const { name } = await post<{ name: string }>('auth/userBinding/bindMine', { source: of.source, ...proof }, { quiet: true })
    notify.success(t('已绑定“{{name}}”', { name: t(name) }))
    await navigate(CENTRE, { replace: true })
    return null
  }
  const isTest = of.kind === 'test'
  return (
    <Outcome title={isTest ? t('测试结果') : t('绑定账号')} {...(code ? { ask: isTest ? test : bind } : {})}>
      <Button type="primary" size="large" block onClick={() => void navigate(isTest ? '/identity/sources' : CENTRE)}>
        {isTest ? t('返回认证源') : t('返回个人中心')}
      </Button>
    </Outcome>
  )
}
/** Sends the request once across re-renders, because the code is single-use. */
function Outcome({ title, ask, children }: { title: string; ask?: () => Promise<ReactNode>; children: ReactNode }) {
  const info = useQuery(appInfoQuery(ADMIN)).data
  const [answer, setAnswer] = useState<ReactNode>()
  const [refused, setRefused] = useState(ask ? undefined : t('学校的登录系统没有确认这次登录，可能是你取消了，或者等得太久'))
  const begun = useRef(false)
  const begin = useEffectEvent(() => {
    if (begun.current) return
    begun.current = true
    endErrand()
    ask?.().then(setAnswer, error => setRefused(failureText(error)))
  })
  useEffect(() => begin(), [])
  return (
    <Paper info={info}>
      <PageTitle>{title}</PageTitle>
      {answer}
      <Refused text={refused} />
      {answer || refused ? (
        children
      ) : (
        <p className={style.sub} role="status">
          <Spin size="small" /> {t('请稍候')}
        </p>
      )}
    </Paper>
  )
}
