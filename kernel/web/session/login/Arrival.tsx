import { useQuery } from '@tanstack/react-query'
import { Button, Spin } from 'antd'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { useDocumentTitle } from '#web/app/title.ts'
import { get } from '#web/http/client.ts'
import { failureText } from '#web/http/failure.ts'
import { t } from '#web/i18n/index.ts'
import { appInfoQuery } from '../appInfo.ts'
import type { Realm } from '../realm.ts'
import { accessToken, type TokenAnswer, userInfo } from '../token.ts'
import style from './login.module.css'
import { Paper } from './Paper.tsx'
import { Refused } from './Refused.tsx'
import { useEntry } from './useEntry.tsx'

interface Props {
  realm: Realm
  /** Said while the other side is asked. */
  title: string
  wanted?: string | null
  /** The one call that signs in; what it brings along is good once, so it is never made twice. */
  call: () => Promise<TokenAnswer>
  /** What came along is spent, whatever came of it, and may stay in the address: without it this address would lead back to where it came from. */
  keepsAddress?: boolean
}
interface Swap {
  answer: TokenAnswer
  decide: (take: boolean) => void
}
/** Calls by the address they were made at: a page that is drawn anew meanwhile waits for the same answer. */
const made = new Map<string, Promise<TokenAnswer>>()
function once(call: () => Promise<TokenAnswer>): Promise<TokenAnswer> {
  const at = location.href
  const answer = made.get(at) ?? call()
  made.set(at, answer)
  return answer
}
/** Thrown when somebody keeps the account they are signed in with. */
class Kept extends Error {}

/** Somebody comes back from another system of the school. Whoever is already signed in as another person is asked first. */
export default function Arrival({ realm, title, wanted, call, keepsAddress = false }: Props) {
  const navigate = useNavigate()
  const info = useQuery(appInfoQuery(realm)).data
  const [swap, setSwap] = useState<Swap>()
  const [refused, setRefused] = useState<string>()
  const entry = useEntry(realm, wanted, answer => askSwap(realm, answer, setSwap))
  useDocumentTitle(t(title), info?.globalTitle)
  const failed = useEffectEvent((error: unknown) => {
    if (error instanceof Kept) return void navigate(realm.home, { replace: true })
    setRefused(failureText(error))
    // A credential that is still good has no business in the address bar and the history.
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
/** Resolves when nobody else is signed in here, or the newcomer takes over. */
async function askSwap(realm: Realm, answer: TokenAnswer, show: (swap: Swap | undefined) => void): Promise<void> {
  const present = accessToken(realm) === undefined ? undefined : userInfo(realm)
  if (!present || present.detail.userId === answer.detail.userId) return
  const takes = await new Promise<boolean>(decide => show({ answer, decide }))
  show(undefined)
  if (takes) return
  await get('auth/logOut', undefined, { quiet: true, headers: { 'FlySource-Auth': `bearer ${answer.access_token}` } }).catch(() => undefined)
  throw new Kept()
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
