import { useMutation, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { CircleCheck, CircleX, Monitor } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { userInfo } from '#web/credentials/token.ts'
import { post } from '#web/http/client.ts'
import { failureText } from '#web/http/failure.ts'
import { t } from '#web/i18n/index.ts'
import { PageTitle } from '#web/layout/Page.tsx'
import { currentRealm, useAppInfo } from '#web/session/index.ts'
import { Logo } from '#web/theme/Logo.tsx'
import style from './scan.module.css'

interface Screen {
  browser: string | null
  system: string | null
  ip: string | null
  isCampus: boolean
  secondsLeft: number
}

/** Phone page after scanning: shows the device that wants to sign in and asks for confirmation. */
export default function ScanPage() {
  const [search] = useSearchParams()
  const scanId = search.get('id') ?? ''
  const info = useAppInfo()
  const screen = useQuery({
    queryKey: ['scan', scanId],
    queryFn: () => post<Screen>('auth/scan/scanned', { scanId }),
    enabled: scanId !== '',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { inPlace: true },
  })
  const decide = useMutation({
    mutationFn: (isConfirmed: boolean) => post<{ state: 'confirmed' | 'cancelled' }>('auth/scan/confirm', { scanId, isConfirmed }),
    meta: { inPlace: true },
  })
  const isOver = useOver(screen.data?.secondsLeft)
  const failure = decide.error ?? screen.error
  return (
    <div className={style.page}>
      <header>
        <Logo size={28} src={info?.logo} />
        <b>{info?.schoolName ?? t('青蓝')}</b>
      </header>
      <PageTitle>{t('扫码登录')}</PageTitle>
      {decide.data?.state === 'confirmed' ? (
        <Said icon={<CircleCheck size={40} strokeWidth={1.5} />} tone="good" text={t('已确认，电脑上马上就会登录')} />
      ) : decide.data?.state === 'cancelled' ? (
        <Said icon={<CircleX size={40} strokeWidth={1.5} />} text={t('已取消，电脑上不会登录')} />
      ) : failure || isOver || !scanId ? (
        <Said icon={<CircleX size={40} strokeWidth={1.5} />} tone="bad" text={failure ? failureText(failure) : t('这个二维码已失效，请在电脑上换一个再扫')} />
      ) : screen.data ? (
        <Ask screen={screen.data} busy={decide.isPending ? decide.variables : undefined} onDecide={decide.mutate} />
      ) : (
        <div className={style.waiting} role="status" aria-label={t('正在载入')} />
      )}
    </div>
  )
}
/** Whether the code has expired while on screen. */
function useOver(secondsLeft: number | undefined): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    if (secondsLeft === undefined) return
    const timer = setTimeout(() => setOver(true), secondsLeft * 1000)
    return () => clearTimeout(timer)
  }, [secondsLeft])
  return isOver
}
function Ask({ screen, busy, onDecide }: { screen: Screen; busy: boolean | undefined; onDecide: (isConfirmed: boolean) => void }) {
  const rows: Array<[string, string]> = [
    [t('设备'), screen.system || t('未知设备')],
    [t('浏览器'), screen.browser || t('未知浏览器')],
    [t('地址'), `${screen.ip ?? '—'}${screen.isCampus ? ` ${t('（校园网内）')}` : ''}`],
    [t('登录账号'), userInfo()?.nickName ?? ''],
  ]
  return (
    <section className={style.ask}>
      <Monitor size={40} strokeWidth={1.5} aria-hidden="true" />
      <p className={style.question}>{t('确认在这台电脑上登录吗')}</p>
      <dl>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={style.warn}>{t('不是你自己在登录，请取消；不要替别人扫码')}</p>
      <Button type="primary" size="large" block loading={busy === true} disabled={busy === false} onClick={() => onDecide(true)}>
        {t('确认登录')}
      </Button>
      <Button size="large" block loading={busy === false} disabled={busy === true} onClick={() => onDecide(false)}>
        {t('取消')}
      </Button>
    </section>
  )
}
function Said({ icon, tone, text }: { icon: ReactNode; tone?: 'good' | 'bad'; text: string }) {
  const navigate = useNavigate()
  return (
    <section className={style.ask} role="status">
      <span className={style.mark} data-tone={tone}>
        {icon}
      </span>
      <p className={style.question}>{text}</p>
      <Button size="large" block onClick={() => navigate(currentRealm().home, { replace: true })}>
        {t('回到首页')}
      </Button>
    </section>
  )
}
