import { type ReactNode, Suspense } from 'react'
import { lazily, useAhead } from '#web/base/chunk.ts'
import { ErrorBoundary } from '#web/feedback/ErrorBoundary.tsx'
import { Waiting } from '#web/feedback/Waiting.tsx'
import { TitleAside } from '#web/layout/title-aside.ts'
import { aboutOf, pageNamed } from '#web/pages/pages.ts'
import type { Screen } from '#web/session/menu.ts'
import { Help } from './Help.tsx'
import { Unavailable } from './Messages.tsx'

const Framed = lazily(() => import('./Framed.tsx').then(m => ({ default: m.Framed })))
const Outside = lazily(() => import('./Framed.tsx').then(m => ({ default: m.Outside })))

/** Content of a screen: a module's page, an iframe, an external link, or a message that it is unavailable. */
export function ScreenBody({ screen }: { screen: Screen }) {
  return (
    <ErrorBoundary>
      <Suspense fallback={<Waiting />}>
        <Content screen={screen} />
      </Suspense>
    </ErrorBoundary>
  )
}
function Content({ screen }: { screen: Screen }) {
  if (screen.menuLink && (screen.openType === 2 || screen.meta.isIframe)) return <Framed screen={screen} />
  if (screen.menuLink && (screen.openType === 4 || screen.meta.isLink)) return <Outside screen={screen} />
  const missing = <Unavailable id={screen.component || screen.id} />
  return screen.component ? <PageOf component={screen.component} missing={missing} /> : missing
}
function PageOf({ component, missing }: { component: string; missing: ReactNode }) {
  const Page = pageNamed(component)
  if (!useAhead(Page)) return <Waiting />
  const about = aboutOf(component)
  return (
    <TitleAside value={about ? <Help of={about} /> : null}>
      <Page missing={missing} />
    </TitleAside>
  )
}
