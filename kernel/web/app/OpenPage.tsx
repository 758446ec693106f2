import { type ReactNode, Suspense } from 'react'
import { Route, Routes, useLocation } from 'react-router'
import type { PageRoute } from '#model/module.ts'
import { lazily } from '#web/base/chunk.ts'
import { ErrorBoundary } from '#web/feedback/ErrorBoundary.tsx'
import { Message } from '#web/feedback/Message.tsx'
import { FirstScreen, Waiting } from '#web/feedback/Waiting.tsx'
import { t } from '#web/i18n/index.ts'
import { pageNamed } from '#web/pages/pages.ts'
import { isBigScreen } from '#web/pages/routes.ts'
import { useDocumentTitle } from '#web/pages/title.ts'
import { useAppInfo } from '#web/session/appInfo.ts'

const BigScreen = lazily(() => import('./BigScreen.tsx'))

/** Page that fills the window: public, of another realm, or a big screen. */
export default function OpenPage({ page }: { page: PageRoute }) {
  const { pathname } = useLocation()
  const info = useAppInfo()
  const title = t(page.title)
  useDocumentTitle(title, info?.globalTitle)
  const missing = <Message title={t('这个页面暂不可用')} hint={t('当前版本还没有这个页面')} detail={pathname} />
  const Page = pageNamed(page.component)
  const body = page.component ? (
    <Routes>
      <Route path={page.path} element={<Page missing={missing} />} />
    </Routes>
  ) : (
    missing
  )
  return <ErrorBoundary>{isBigScreen(page.path) ? <OnWall>{body}</OnWall> : <Drawn>{body}</Drawn>}</ErrorBoundary>
}
const Drawn = ({ children }: { children: ReactNode }) => (
  <Suspense fallback={<Waiting />}>
    {children}
    <FirstScreen />
  </Suspense>
)
const OnWall = ({ children }: { children: ReactNode }) => (
  <Suspense>
    <BigScreen>
      <Drawn>{children}</Drawn>
    </BigScreen>
  </Suspense>
)
