import { useQuery } from '@tanstack/react-query'
import { Button, Spin } from 'antd'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Realm } from '#web/credentials/realm.ts'
import { accessToken, type TokenAnswer, userInfo } from '#web/credentials/token.ts'
import { get } from '#web/http/client.ts'
import { failureText } from '#web/http/failure.ts'
import { t } from '#web/i18n/index.ts'
import { useDocumentTitle } from '#web/pages/title.ts'
import { appInfoQuery } from '#web/session/appInfo.ts'
import style from './login.module.css'
import { Paper } from './Paper.tsx'
import { Refused } from './Refused.tsx'
import { useEntry } from './useEntry.tsx'

interface Props {
  realm: Realm
  /** Shown while the call is running. */
  title: string
  wanted?: string | null
  /** The token call. Its ticket is single-use, so it is made once. */
  call: () => Promise<TokenAnswer>
  /** Keep the address with its spent ticket: without it, this address would redirect to the identity provider again. */
  keepsAddress?: boolean
}
interface Swap {
  answer: TokenAnswer
  decide: (take: boolean) => void
}
/** Running calls by address: a remounted page awaits the same promise. */
const made = new Map<string, Promise<TokenAnswer>>()
function once(call: () => Promise<TokenAnswer>): Promise<TokenAnswer> {
  const at = location.href
  const answer = made.get(at) ?? call()
  made.set(at, answer)
  return answer
}
/** Thrown when the user keeps the current account. */
class SessionKept extends Error {}

/** Return from another system of the school. If another user is signed in, asks before replacing the session. */
export default function Arrival({ realm, title, wanted, call, keepsAddress = false }: Props) {
  const navigate = useNavigate()
  const info = useQuery(appInfoQuery(realm)).data
  const [swap, setSwap] = useState<Swap>()
  const [refused, setRefused] = useState<string>()
  const entry = useEntry(realm, wanted, answer => askSwap(realm, answer, setSwap))
  useDocumentTitle(t(title), info?.globalTitle)
  const failed = useEffectEvent((error: unknown) => {
    if (error instanceof SessionKept) return void navigate(realm.home, { replace: true })
    setRefused(failureText(error))
    // Remove the ticket, which may still be valid, from the address bar and the history.
    if (!keepsAddress) history.replaceState(history.state, '', location.pathname)
  })
  const begin = useEffectEvent(() => entry.attempt(() => once(call)).catch(failed))
  useEffect(() => void begin(), [])
  return (
    <Paper info={info}>
      {entry.step ? (
        <>
          <h1>{entry.step.title}</h1>
          <Suspense>{entry.step.body}</Suspense>
        </>
      ) : swap ? (
        <AskSwap realm={realm} swap={swap} />
      ) : (
        <>
          <h1>{t(title)}</h1>
          {refused ? (
            <>
              <Refused text={refused} />
              <Button type="primary" size="large" block href={`${realm.area}/login`}>
                {t('返回登录页')}
              </Button>
            </>
          ) : (
            <p className={style.sub} role="status">
              <Spin size="small" /> {t('正在登录，请稍候')}
            </p>
          )}
        </>
      )}
    </Paper>
  )
}
/** Resolves if nobody else is signed in or the user agrees to switch accounts. */
async function askSwap(realm: Realm, answer: TokenAnswer, show: (swap: Swap | undefined) => void): Promise<void> {
  const present = accessToken(realm) === undefined ? undefined : userInfo(realm)
  if (!present || present.detail.userId === answer.detail.userId) return
  const takes = await new Promise<boolean>(decide => show({ answer, decide }))
  show(undefined)
  if (takes) return
  await get('auth/logOut', undefined, { quiet: true, headers: { 'FlySource-Auth': `bearer ${answer.access_token}` } }).catch(() => undefined)
  throw new SessionKept()
}
function AskSwap({ realm, swap }: { realm: Realm; swap: Swap }) {
  const present = userInfo(realm)
  const come = swap.answer
  const named = (who: { nickName: string; accountNo: string }) => t('{{name}}（{{no}}）', { name: who.nickName, no: who.accountNo })
  return (
    <>
      <h1>{t('要换一个账号吗')}</h1>
      <p className={style.sub}>{t('这里登录着 {{now}}，从学校登录系统来的是 {{next}}。', { now: present ? named(present) : '', next: named(come) })}</p>
      <div className={style.form}>
        <Button type="primary" size="large" block autoFocus onClick={() => swap.decide(true)}>
          {t('换成 {{next}}', { next: named(come) })}
        </Button>
        <Button size="large" block onClick={() => swap.decide(false)}>
          {t('继续用 {{now}}', { now: present ? named(present) : '' })}
        </Button>
      </div>
    </>
  )
}
