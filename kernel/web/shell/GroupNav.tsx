import { ChevronDown } from 'lucide-react'
import { Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { lazily } from '#web/base/chunk.ts'
import { useWhenChanged } from '#web/base/useWhenChanged.ts'
import { t } from '#web/i18n/index.ts'
import type { MenuEntry, Screen } from '#web/session/menu.ts'
import { useSession } from '#web/session/useCan.ts'
import { EntryLink } from './EntryLink.tsx'
import { groupOf, isHome } from './match.ts'
import style from './shell.module.css'

const MenuPanel = lazily(() => import('./MenuPanel.tsx'))
/** Hover delays: passing over opens nothing, leaving briefly closes nothing. */
const OPEN_AFTER = 120
const CLOSE_AFTER = 220
const MORE = 'more'

/** Domains in the top bar. Hover, click or Enter opens a wide panel below it; those that do not fit are behind 更多, which is named after the current one among them. */
export function GroupNav({ screen }: { screen: Screen | undefined }) {
  const { menus } = useSession()
  const { pathname } = useLocation()
  const [shown, setShown] = useState<string>()
  const timer = useRef<number>(undefined)
  const nav = useRef<HTMLElement>(null)
  const fits = useFitting(nav, menus.length)
  const current = groupOf(menus, screen)?.id
  // close the panel on navigation
  useWhenChanged(pathname, () => setShown(undefined))
  useEffect(() => () => clearTimeout(timer.current), [])

  const later = (next: string | undefined, wait: number) => {
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => setShown(next), wait)
  }
  const hover = (id: string) => ({
    onPointerEnter: (e: React.PointerEvent) => e.pointerType === 'mouse' && later(id, shown ? 0 : OPEN_AFTER),
    onPointerLeave: () => later(undefined, CLOSE_AFTER),
  })
  const toggle = (id: string) => {
    clearTimeout(timer.current)
    setShown(now => (now === id ? undefined : id))
  }
  const heading = (entry: MenuEntry, i: number) => {
    const hidden = i >= fits
    const className = `${style.group} ${entry.id === current ? style.on : ''} ${entry.id === shown ? style.hot : ''}`
    if (!entry.children?.length) return <EntryLink key={entry.id} entry={entry} className={className} {...(hidden ? { tabIndex: -1 } : {})} />
    return (
      <button
        key={entry.id}
        type="button"
        className={className}
        tabIndex={hidden ? -1 : 0}
        aria-hidden={hidden}
        aria-expanded={entry.id === shown}
        onClick={() => toggle(entry.id)}
        {...hover(entry.id)}
      >
        {entry.meta.title}
      </button>
    )
  }
  const hidden = menus.slice(fits).find(entry => entry.id === current)
  const group = shown === MORE ? (hidden ?? menus[fits]) : menus.find(entry => entry.id === shown)
  return (
    <>
      <nav className={style.groups} ref={nav} aria-label={t('主菜单')}>
        <EntryLink entry={HOME_ENTRY} title={t('工作台')} className={`${style.group} ${isHome(pathname) ? style.on : ''}`} />
        {menus.map(heading)}
      </nav>
      {fits < menus.length && (
        <button type="button" className={`${style.group} ${hidden ? style.on : ''}`} aria-expanded={shown === MORE} onClick={() => toggle(MORE)} {...hover(MORE)}>
          {hidden ? <b>{hidden.meta.title}</b> : t('更多')}
          <ChevronDown size={14} strokeWidth={1.75} />
        </button>
      )}
      {group && (
        <Suspense>
          <MenuPanel
            group={group}
            groups={menus}
            current={screen}
            onGroup={setShown}
            onClose={() => setShown(undefined)}
            onEnter={() => clearTimeout(timer.current)}
            onLeave={() => later(undefined, CLOSE_AFTER)}
          />
        </Suspense>
      )}
    </>
  )
}
const HOME_ENTRY: MenuEntry = { id: 'home', path: '/index', name: 'home', component: null, openType: 1, meta: { title: '工作台' } }

/** Number of items on the first line; the others wrapped and are clipped. */
function useFitting(nav: React.RefObject<HTMLElement | null>, count: number): number {
  const [fits, setFits] = useState(count)
  useLayoutEffect(() => {
    const bar = nav.current
    if (!bar) return
    const measure = () => {
      bar.style.maxWidth = ''
      const items = [...bar.children] as HTMLElement[]
      const wrapped = items.findIndex(item => item.offsetTop > (items[0]?.offsetTop ?? 0))
      const last = wrapped > 0 ? items[wrapped - 1] : undefined
      // shrink to what fits, so that 更多 follows the last item
      if (last) bar.style.maxWidth = `${last.offsetLeft + last.offsetWidth - (items[0]?.offsetLeft ?? 0) + 1}px`
      // The first item is home, not a group.
      setFits(wrapped < 0 ? count : Math.max(0, wrapped - 1))
    }
    const observer = new ResizeObserver(measure)
    // observe the parent, because this code sets the element's own width
    observer.observe(bar.parentElement ?? bar)
    measure()
    // titles are narrower or wider once the font has come
    void document.fonts.ready.then(measure)
    return () => observer.disconnect()
  }, [nav, count])
  return fits
}
