import { type ComponentType, type MouseEvent, Suspense, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { Bars } from '#web/feedback/Empty.tsx'
import { ErrorBoundary } from '#web/feedback/ErrorBoundary.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import { PageTitle } from '#web/layout/Page.tsx'
import style from './apps/apps.module.css'

interface PanelFile {
  default: ComponentType<Record<never, never>>
  /** In Chinese, the source language of all texts. */
  title: string
  /** Sort order, default 50. */
  order?: number
}
const FILES = import.meta.glob<PanelFile>('/modules/*/{web,*/web}/personal/*Panel.tsx', { eager: true })
/** `…/SecondFactorPanel.tsx` is found under `#secondFactor`. */
const idOf = (path: string): string => (/(\w)(\w*)Panel\.tsx$/.exec(path) ?? []).slice(1).reduce((id, part, i) => id + (i ? part : part.toLowerCase()), '')
const panels = Object.entries(FILES)
  .map(([path, { default: Panel, title, order = 50 }]) => ({ id: idOf(path), title, order, Panel }))
  .sort((a, b) => a.order - b.order)

/** 个人中心: panels contributed by the modules. */
export default function PersonalCenterPage() {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const current = hash.slice(1)
  useEffect(() => {
    if (current) document.getElementById(current)?.scrollIntoView({ block: 'start' })
  }, [current])
  const go = (id: string) => (event: MouseEvent) => {
    event.preventDefault()
    navigate({ hash: id }, { replace: true })
  }
  return (
    <div className={style.me}>
      <PageTitle isHidden>{t('个人中心')}</PageTitle>
      <nav aria-label={t('个人中心')}>
        {panels.map(panel => (
          <a key={panel.id} href={`#${panel.id}`} aria-current={panel.id === current ? 'true' : undefined} onClick={go(panel.id)}>
            {t(panel.title)}
          </a>
        ))}
      </nav>
      <div>
        {panels.map(({ Panel, ...panel }) => (
          <Sheet key={panel.id} title={t(panel.title)} className={style.panel} id={panel.id}>
            <ErrorBoundary>
              <Suspense fallback={<Bars lines={3} />}>
                <Panel />
              </Suspense>
            </ErrorBoundary>
          </Sheet>
        ))}
      </div>
    </div>
  )
}
