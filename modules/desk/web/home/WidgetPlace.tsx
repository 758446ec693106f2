import { Suspense } from 'react'
import { type Lazy, useAhead } from '#web/base/chunk.ts'
import widgetStyle from '#web/desk/widget.module.css'
import { Bars } from '#web/feedback/Empty.tsx'
import { ErrorBoundary } from '#web/feedback/ErrorBoundary.tsx'
import { classes } from '#web/layout/classes.ts'
import style from './home.module.css'
import { type Widget, widgetNamed } from './widgetNamed.ts'

/** Error boundary around a widget; other widgets stay usable. */
export function WidgetPlace({ component }: { component: string }) {
  const Widget = widgetNamed(component)
  if (!Widget) return null
  return (
    <ErrorBoundary>
      <Suspense fallback={<Coming />}>
        <Arriving of={Widget} />
      </Suspense>
    </ErrorBoundary>
  )
}
const Arriving = ({ of: Widget }: { of: Lazy<Widget> }) => (useAhead(Widget) ? <Widget /> : <Coming />)
const Coming = () => (
  <section className={classes(widgetStyle.widget, style.coming)}>
    <Bars lines={4} />
  </section>
)
