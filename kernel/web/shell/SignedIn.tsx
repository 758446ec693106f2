import { Button } from 'antd'
import { Suspense } from 'react'
import { Navigate, useLocation, useSearchParams } from 'react-router'
import { lazily } from '#web/base/chunk.ts'
import { useSignal } from '#web/base/signal.ts'
import { Message } from '#web/feedback/Message.tsx'
import { FirstScreen } from '#web/feedback/Waiting.tsx'
import { need } from '#web/http/need.ts'
import { t } from '#web/i18n/index.ts'
import { SessionProvider } from '#web/session/SessionProvider.tsx'
import { signOut } from '#web/session/sign.ts'
import { useSession } from '#web/session/useCan.ts'
import { BareScreen } from './BareScreen.tsx'
import { matchScreen, normalPath } from './match.ts'
import { Shell } from './Shell.tsx'
import { useCompany } from './useCompany.ts'

const Consent = lazily(() => import('#web/login/Consent.tsx'))
const MustChangePassword = lazily(() => import('#web/login/MustChangePassword.tsx'))

/** Signed-in part of the app: required steps first, then menus and permissions, then the shell. */
export default function SignedIn() {
  const wanted = useSignal(need)
  if (wanted === 'password' || wanted === 'privacy') return <Suspense>{wanted === 'password' ? <MustChangePassword /> : <Consent />}</Suspense>
  return (
    <SessionProvider waiting={null} failed={retry => <Failed retry={retry} />}>
      <FirstScreen />
      <Company />
      <Frame />
    </SessionProvider>
  )
}
function Company() {
  useCompany()
  return null
}
/** `/layout?id=…&ddtab=true` shows one screen without the shell in its own browser tab; without `ddtab` it opens inside the shell. Some pages always fill the window. */
function Frame() {
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const { bare, screens } = useSession()
  const page = matchScreen(bare, pathname)
  if (page) return <BareScreen id={page.id} />
  if (normalPath(pathname) !== '/layout') return <Shell />
  const id = search.get('id')
  if (id && search.get('ddtab') === 'true') return <BareScreen id={id} />
  const screen = screens.find(s => s.id === id)
  if (screen) return <Navigate to={screen.path} replace />
  return id ? <Shell /> : <Navigate to="/index" replace />
}
function Failed({ retry }: { retry: () => void }) {
  return (
    <Message title={t('暂时取不到你的菜单')} hint={t('网络或服务暂时不通，稍后再试')}>
      <Button onClick={() => void signOut()}>{t('退出登录')}</Button>
      <Button type="primary" onClick={retry}>
        {t('重试')}
      </Button>
    </Message>
  )
}
