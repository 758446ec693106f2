import { useQuery } from '@tanstack/react-query'
import { Info, Monitor, QrCode } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useId, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { OLDEST_CHROMIUM } from '#model/browsers.ts'
import { lazily } from '#web/base/chunk.ts'
import { farewell, forgetFarewell } from '#web/credentials/leave.ts'
import { type Realm, realmOf } from '#web/credentials/realm.ts'
import { useNarrow } from '#web/feedback/useNarrow.ts'
import { port } from '#web/http/ports.ts'
import { t } from '#web/i18n/index.ts'
import { useDocumentTitle } from '#web/pages/title.ts'
import { appInfoQuery, wantedTenant } from '#web/session/appInfo.ts'
import { loginWaysQuery, type Way, waysOf } from '#web/session/loginWays.ts'
import { useOpenPictures } from '#web/theme/OpenPictures.tsx'
import { LoginForm } from './LoginForm.tsx'
import style from './login.module.css'
import { Paper } from './Paper.tsx'
import { PrivacyLink, RealmLinks } from './RealmLinks.tsx'
import { Sources } from './Sources.tsx'
import { useEntry } from './useEntry.tsx'
import { useWecomEntry } from './useWecomEntry.ts'
import { type Choice, WayRows, WayTabs } from './WayTabs.tsx'
import look from './ways.module.css'

const ScanForm = lazily(() => import('./ScanForm.tsx').then(file => ({ default: file.ScanForm })))
const MobileForm = lazily(() => import('./MobileForm.tsx'))
const ExamRegister = lazily(() => import('./ExamRegister.tsx'))

const WORDS: Record<Realm['name'], { title: string; sub: string; userName: string }> = {
  admin: { title: '登录', sub: '用学号、工号或用户名登录', userName: '请输入用户名' },
  welcome: { title: '新生登录', sub: '用考生号或身份证号登录，密码见录取通知书', userName: '请输入考生号或身份证号' },
  exam: { title: '考生登录', sub: '用考生号或身份证号登录', userName: '请输入考生号或身份证号' },
}
const CHOICES: Record<Way | 'register', string> = { account: '用户名登录', mobile: '手机号登录', scan: '扫码登录', register: '注册' }

/** Sign-in page of each realm: form at the right, landscape at the left; on phones the form below a strip of it. */
export default function LoginPage({ next }: { next: Next }) {
  const realm = realmOf(useLocation().pathname)
  const [search] = useSearchParams()
  const [why] = useState(farewell)
  useEffect(forgetFarewell, [])
  const info = useQuery(appInfoQuery(realm)).data
  const asked = useQuery({ ...loginWaysQuery(realm, wantedTenant()), meta: { inPlace: true } })
  const pictures = useOpenPictures('login', wantedTenant())
  const entry = useEntry(realm, search.get('redirect'))
  useWecomEntry(realm, asked.data?.sources, why ? null : search.get('redirect'))
  const words = WORDS[realm.name]
  useDocumentTitle(t(words.title), info?.globalTitle)
  useAhead(next)
  const tenantId = info?.tenantId ?? asked.data?.tenantId ?? wantedTenant()
  const hasForm = (asked.data?.showLogin ?? (info?.showLogin ?? 1) === 1) || search.get('local') === '1'
  return (
    <Paper info={info} pictures={pictures} foot={<RealmLinks realm={realm} />} small={<PrivacyLink tenantId={tenantId} />}>
      {entry.step ? (
        <>
          <h1>{entry.step.title}</h1>
          {entry.step.body}
        </>
      ) : (
        <Ways
          key={realm.name}
          realm={realm}
          tenantId={tenantId}
          entry={entry}
          hasForm={hasForm}
          asked={asked}
          head={now => (
            <>
              <h1>{now === 'scan' ? t('扫码登录') : t(words.title)}</h1>
              <p className={style.sub}>{now === 'scan' ? t('用手机扫码，在已登录的页面上确认') : info?.loginTips || (hasForm ? t(words.sub) : t('请从学校的统一入口登录'))}</p>
              {why && (
                <p className={style.farewell} role="status">
                  <Info size={16} strokeWidth={1.75} aria-hidden="true" />
                  {why}
                </p>
              )}
            </>
          )}
        />
      )}
      <p className={style.tip}>{t('推荐使用 Chromium 内核 {{version}} 及以上版本的浏览器', { version: OLDEST_CHROMIUM })}</p>
    </Paper>
  )
}
const IDLE_MS = 1500
/** The shell: its files are fetched once the page is drawn, and run with the first key. */
interface Next {
  fetch: () => void
  run: () => Promise<unknown>
}
function useAhead({ fetch, run }: Next): void {
  useEffect(() => {
    const timer = setTimeout(fetch, IDLE_MS)
    const begin = () => void run().catch(() => undefined) // what failed ahead is tried again when it is needed, and says so then
    addEventListener('input', begin, { once: true })
    return () => {
      clearTimeout(timer)
      removeEventListener('input', begin)
    }
  }, [fetch, run])
}
interface WaysProps {
  realm: Realm
  tenantId: string
  entry: ReturnType<typeof useEntry>
  hasForm: boolean
  asked: { data: Parameters<typeof waysOf>[0]; isPending: boolean }
  /** Title and text below it. */
  head: (now: Choice) => ReactNode
}
/** The sign-in methods of a school, one of them open. */
function Ways({ realm, tenantId, entry, hasForm, asked, head }: WaysProps) {
  const narrow = useNarrow()
  const id = useId()
  const [chosen, choose] = useState<Choice>()
  const { ways, first } = waysOf(asked.data)
  const now = chosen ?? first
  const choices: readonly Choice[] = asked.data?.register ? [...ways, 'register'] : ways
  const shown = choices.map(code => ({ code, text: t(CHOICES[code]) }))
  if (asked.isPending) return <div className={look.pending}>{head(now)}</div>
  const sources = <Sources of={asked.data?.sources ?? []} sso={asked.data?.sso} tenantId={tenantId} alone={!hasForm} />
  if (!hasForm)
    return (
      <>
        {head('account')}
        {sources}
      </>
    )
  const open = <Open way={now} realm={realm} tenantId={tenantId} entry={entry} forgot={asked.data?.forgot ?? false} onMade={() => choose('account')} />
  if (narrow)
    return (
      <>
        {head(now)}
        <section aria-label={t(CHOICES[now])}>{open}</section>
        <WayRows ways={shown.filter(w => w.code !== now)} onChoose={choose} />
        {sources}
      </>
    )
  const tabs = shown.filter(w => w.code !== 'scan')
  return (
    <>
      {ways.includes('scan') && ways.length > 1 && <Corner to={now === 'scan' ? (tabs[0]?.code ?? 'account') : 'scan'} onChoose={choose} />}
      {head(now)}
      {now !== 'scan' && tabs.length > 1 && <WayTabs id={id} ways={tabs} now={now} onChoose={choose} />}
      <div {...(now !== 'scan' && tabs.length > 1 ? { role: 'tabpanel', id: `${id}-panel`, 'aria-labelledby': `${id}-${now}` } : {})}>{open}</div>
      {sources}
    </>
  )
}
/** Folded corner of the sheet: switches to the QR code and back. */
function Corner({ to, onChoose }: { to: Choice; onChoose: (way: Choice) => void }) {
  const label = t(CHOICES[to])
  const Icon = to === 'scan' ? QrCode : Monitor
  return (
    <button type="button" className={look.corner} onClick={() => onChoose(to)} aria-label={label} title={label}>
      <Icon size={24} strokeWidth={1.75} />
    </button>
  )
}
function Open({ way, realm, tenantId, entry, forgot, onMade }: Pick<WaysProps, 'realm' | 'tenantId' | 'entry'> & { way: Choice; forgot: boolean; onMade: () => void }) {
  if (way === 'account') {
    const address = forgot ? `${realm.area}${port('forgotPage')}` : undefined
    return <LoginForm realm={realm} tenantId={tenantId} userNameHint={t(WORDS[realm.name].userName)} forgot={address} attempt={entry.attempt} />
  }
  return (
    <Suspense fallback={<div className={look.coming} />}>
      {way === 'mobile' && <MobileForm realm={realm} tenantId={tenantId} attempt={entry.attempt} />}
      {way === 'scan' && <ScanForm realm={realm} tenantId={tenantId} attempt={entry.attempt} />}
      {way === 'register' && <ExamRegister realm={realm} tenantId={tenantId} attempt={entry.attempt} onMade={onMade} />}
    </Suspense>
  )
}
