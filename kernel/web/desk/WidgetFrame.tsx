import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useNarrow } from '#web/feedback/useNarrow.ts'
import { classes } from '#web/layout/classes.ts'
import style from './widget.module.css'

interface FrameProps {
  title: ReactNode
  /** Small text next to the title. */
  hint?: ReactNode
  more?: { to: string; label: string } | undefined
  className?: string | undefined
  bodyClass?: string | undefined
  children: ReactNode
}
const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex]'
/** Lets the keyboard scroll what does not fit and holds nothing that takes the focus. */
function letScroll(body: HTMLElement | null) {
  if (!body) return
  const look = () => {
    if (body.scrollHeight > body.clientHeight && !body.querySelector(FOCUSABLE)) body.tabIndex = 0
    else body.removeAttribute('tabindex')
  }
  const sizes = new ResizeObserver(look)
  sizes.observe(body)
  const content = new MutationObserver(look)
  content.observe(body, { childList: true, characterData: true, subtree: true })
  return () => {
    sizes.disconnect()
    content.disconnect()
  }
}
/** Frame of a desktop widget: title, link to the full list, content. */
export function WidgetFrame({ title, hint, more, className, bodyClass, children }: FrameProps) {
  const isNarrow = useNarrow()
  return (
    <section data-widget className={classes(style.widget, className)}>
      <header>
        <h2>{title}</h2>
        {hint && !isNarrow ? <small>{hint}</small> : null}
        {more ? (
          <Link to={more.to}>
            {more.label}
            {isNarrow ? <ChevronRight size={16} aria-hidden="true" /> : null}
          </Link>
        ) : null}
      </header>
      <div className={classes(style.body, bodyClass)} ref={letScroll}>
        {children}
      </div>
    </section>
  )
}
