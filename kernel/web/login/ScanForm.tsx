import { Button } from 'antd'
import { Check, RotateCw, Smartphone, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Realm } from '#web/credentials/realm.ts'
import type { TokenAnswer } from '#web/credentials/token.ts'
import { QrCode } from '#web/feedback/QrCode.tsx'
import { get, post } from '#web/http/client.ts'
import { failureText } from '#web/http/failure.ts'
import { port } from '#web/http/ports.ts'
import { t } from '#web/i18n/index.ts'
import { askToken } from '#web/session/sign.ts'
import style from './scan.module.css'
import { useCountdown } from './useCountdown.ts'

interface Ticket {
  scanId: string
  /** Known to this page only: a photo of the code is not enough to redeem it. */
  secret: string
  expiresIn: number
}
type State = 'waiting' | 'scanned' | 'confirmed' | 'cancelled' | 'expired' | 'used'
const LOOK_EVERY = 1500

/** QR sign-in: a phone that is signed in confirms, this browser gets the session. */
export function ScanForm({ realm, tenantId, attempt }: { realm: Realm; tenantId: string; attempt: (call: () => Promise<TokenAnswer>) => Promise<void> }) {
  const { ticket, state, secondsLeft, failure, renew } = useScan(realm, tenantId, attempt)
  const over = state === 'expired' || state === 'cancelled' || failure !== undefined
  return (
    <section className={style.scan} aria-label={t('扫码登录')}>
      <div className={style.frame} data-dim={over || state === 'scanned' || state === 'confirmed' || undefined}>
        {ticket ? <QrCode text={scanAddress(realm, ticket.scanId)} label={t('登录二维码')} border={0} className={style.code} /> : <div className={style.blank} />}
        {state === 'scanned' && <Cover icon={<Smartphone size={28} strokeWidth={1.75} />} text={t('已扫码，请在手机上确认')} />}
        {(state === 'confirmed' || state === 'used') && !failure && <Cover icon={<Check size={28} strokeWidth={1.75} />} text={t('已确认，正在登录')} />}
        {over && (
          <Cover icon={<X size={28} strokeWidth={1.75} />} text={failure ?? (state === 'cancelled' ? t('已在手机上取消') : t('二维码已失效'))}>
            <Button type="primary" icon={<RotateCw size={14} />} onClick={renew}>
              {t('换一个二维码')}
            </Button>
          </Cover>
        )}
      </div>
      <p className={style.left} aria-hidden="true">
        {ticket && !over && state === 'waiting' ? t('{{n}} 秒后失效', { n: secondsLeft }) : '\u00a0'}
      </p>
      <p className={style.said} role="status">
        {ticket && state === 'waiting' && !over ? t('二维码已就绪，120 秒内有效') : ''}
      </p>
    </section>
  )
}
/** Address in the code: same origin, so that a code cannot redirect elsewhere. */
const scanAddress = (realm: Realm, scanId: string): string => `${location.origin}${realm.area}/scan?id=${scanId}`

function useScan(realm: Realm, tenantId: string, attempt: (call: () => Promise<TokenAnswer>) => Promise<void>) {
  const [ticket, setTicket] = useState<Ticket>()
  const [state, setState] = useState<State>('waiting')
  const [secondsLeft, countDown] = useCountdown()
  const [failure, setFailure] = useState<string>()
  const [round, setRound] = useState(0)
  const enter = useRef(attempt)
  enter.current = attempt
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round needs a new ticket
  useEffect(() => {
    let gone = false
    setTicket(undefined)
    setState('waiting')
    setFailure(undefined)
    const begin = (made: Ticket) => {
      setTicket(made)
      countDown(made.expiresIn)
    }
    post<Ticket>(port('createSignInScan'), { tenantId, appType: String(realm.appType) }, { quiet: true }).then(
      made => gone || begin(made),
      error => gone || setFailure(failureText(error)),
    )
    return () => {
      gone = true
    }
  }, [realm, tenantId, round])
  useEffect(() => {
    if (!ticket) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let gone = false
    const look = async () => {
      const said = await get<{ state: State }>(port('signInScanState'), { scanId: ticket.scanId }, { quiet: true }).catch(() => undefined)
      if (gone) return
      // a failed poll is retried; the countdown continues
      if (said) setState(said.state)
      if (said?.state === 'confirmed') {
        const redeem = () => askToken({ tenantId, grant_type: 'social', source: 'scan', code: ticket.scanId, state: ticket.secret }, realm)
        enter.current(redeem).catch(error => gone || setFailure(failureText(error)))
      } else if (!said || said.state === 'waiting' || said.state === 'scanned') timer = setTimeout(look, LOOK_EVERY)
    }
    timer = setTimeout(look, LOOK_EVERY)
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [ticket, tenantId, realm])
  return { ticket, state, secondsLeft, failure, renew: () => setRound(n => n + 1) }
}
function Cover({ icon, text, children }: { icon: ReactNode; text: string; children?: ReactNode }) {
  return (
    <div className={style.cover} role="status">
      {icon}
      <b>{text}</b>
      {children}
    </div>
  )
}
