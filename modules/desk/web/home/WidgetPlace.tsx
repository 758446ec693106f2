import { Suspense } from 'react'
import { Bars } from '#web/feedback/Empty.tsx'
import { ErrorBoundary } from '#web/feedback/ErrorBoundary.tsx'
import { widgetNamed } from './widgetNamed.ts'

/** Error boundary around a widget; other widgets stay usable. */
export function WidgetPlace({ component }: { component: string }) {
  const Widget = widgetNamed(component)
  if (!Widget) return null
  return (
    <ErrorBoundary>
      <Suspense
        fallback={
          <section className="ql-widget">
            <Bars lines={4} />
          </section>
        }
      >
        <Widget />
      </Suspense>
    </ErrorBoundary>
  )
}
