import type { MenuProps } from 'antd'
import { ChevronDown, House, Maximize2, RotateCw, X } from 'lucide-react'
import { type DragEvent, type KeyboardEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useSignal } from '#web/base/signal.ts'
import { useWhenChanged } from '#web/base/useWhenChanged.ts'
import { Menu } from '#web/feedback/Menu.tsx'
import { notify } from '#web/http/notices.ts'
import { queryClient } from '#web/http/queryClient.ts'
import { t } from '#web/i18n/index.ts'
import { closed, full, HOME, moved, refreshTab, type Tab, tabs } from '#web/pages/tabs.ts'
import { forgetUnsaved, isUnsaved } from '#web/pages/unsaved.ts'
import { useSession } from '#web/session/useCan.ts'
import { theme } from '#web/theme/config.ts'
import { matchScreen, normalPath } from './match.ts'
import style from './tabs.module.css'

/** Closes tabs; asks if a form in one of them has unsaved input. */
function useClose() {
  const navigate = useNavigate()
  const current = normalPath(useLocation().pathname)
  return (paths: readonly string[]) => {
    const close = () => {
      const { tabs: left, go } = closed(tabs.get(), paths, current)
      tabs.set(left)
      forgetUnsaved(paths)
      if (go) navigate(go)
    }
    if (!paths.some(isUnsaved)) return close()
    notify.ask({
      title: t('有内容还没有保存'),
      content: t('关闭后不会提交，填写的内容作为草稿留在这个浏览器'),
      okText: t('关闭'),
      cancelText: t('回去保存'),
      onOk: close,
    })
  }
}
/** Remounts the view and refetches its data. */
function refresh(path: string): void {
  void queryClient.invalidateQueries({ predicate: query => query.queryKey[0] !== 'session', refetchType: 'none' })
  refreshTab(path)
}
/** Tabs of pinned menus come first and cannot be closed. */
function useTabs(): { shown: readonly Tab[]; isPinned: (path: string) => boolean } {
  const list = useSignal(tabs)
  const { screens } = useSession()
  const pinned = screens.filter(screen => screen.meta.isAffix && screen.path !== HOME && !screen.path.includes(':'))
  const isPinned = (path: string) => pinned.some(screen => screen.path === path)
  const shown = [
    ...pinned.map(screen => list.find(tab => tab.path === screen.path) ?? { path: screen.path, search: '' }),
    ...list.filter(tab => !isPinned(tab.path) && matchScreen(screens, tab.path)),
  ]
  return { shown, isPinned }
}
/** Tab strip of the open screens. Style five: the active tab has the background colour, round shoulders and inverted corners. */
export function TabStrip() {
  const { tagsStyle } = useSignal(theme)
  const { screens } = useSession()
  const { shown, isPinned } = useTabs()
  const navigate = useNavigate()
  const current = normalPath(useLocation().pathname)
  const close = useClose()
  const strip = useRef<HTMLElement>(null)
  const [dragged, setDragged] = useState<string>()
  // a new tab is added after its page is rendered; the whole tab, as its close button stands beside what is current
  useWhenChanged(`${current} ${shown.length}`, () => strip.current?.querySelector('[aria-current]')?.parentElement?.scrollIntoView({ block: 'nearest', inline: 'nearest' }))
  const free = shown.filter(tab => !isPinned(tab.path)).map(tab => tab.path)
  const shift = (path: string, by: number) => tabs.set(list => moved(list, path, free[free.indexOf(path) + by] ?? path))
  const openFull = (path: string) => {
    if (path !== current) navigate(path)
    full.set(true)
  }
  const acts = (path: string): MenuProps => {
    const at = free.indexOf(path)
    return {
      items: [
        { key: 'refresh', label: t('刷新'), onClick: () => refresh(path) },
        { key: 'close', label: t('关闭'), onClick: () => close([path]), disabled: at < 0 },
        { key: 'others', label: t('关闭其他'), onClick: () => close(free.filter(p => p !== path)), disabled: free.every(p => p === path) },
        { key: 'all', label: t('关闭全部'), onClick: () => close(free), disabled: free.length === 0 },
        { type: 'divider' },
        { key: 'left', label: t('左移'), onClick: () => shift(path, -1), disabled: at < 1 },
        { key: 'right', label: t('右移'), onClick: () => shift(path, 1), disabled: at < 0 || at === free.length - 1 },
        { key: 'full', label: t('全屏'), onClick: () => openFull(path) },
      ],
    }
  }
  const one = (tab: Tab) => {
    const isFree = !isPinned(tab.path)
    return (
      <TabItem
        key={tab.path}
        title={tab.title ?? matchScreen(screens, tab.path)?.meta.title ?? ''}
        active={tab.path === current}
        menu={acts(tab.path)}
        onOpen={() => navigate(tab.path + tab.search)}
        {...(isFree
          ? {
              onClose: () => close([tab.path]),
              isDragged: dragged === tab.path,
              onDrag: setDragged,
              onOver: () => dragged && tabs.set(list => moved(list, dragged, tab.path)),
              path: tab.path,
            }
          : {})}
      />
    )
  }
  return (
    <div className={style.strip} data-tags={tagsStyle}>
      <nav className={style.tabs} ref={strip} aria-label={t('打开的页面')}>
        <TabItem title={t('工作台')} home active={current === HOME} menu={acts(HOME)} onOpen={() => navigate(HOME)} />
        {shown.map(one)}
      </nav>
      <button type="button" className={style.act} onClick={() => refresh(current)} title={t('刷新当前页')} aria-label={t('刷新当前页')}>
        <RotateCw size={15} strokeWidth={1.75} />
      </button>
      <button type="button" className={style.act} onClick={() => full.set(true)} title={t('全屏')} aria-label={t('全屏')}>
        <Maximize2 size={15} strokeWidth={1.75} />
      </button>
      <Menu trigger={['click']} placement="bottomRight" menu={acts(current)}>
        <button type="button" className={style.act} title={t('标签页操作')} aria-label={t('标签页操作')}>
          <ChevronDown size={16} strokeWidth={1.75} />
        </button>
      </Menu>
    </div>
  )
}
interface ItemProps {
  title: string
  active: boolean
  home?: boolean
  menu: MenuProps
  onOpen: () => void
  onClose?: () => void
  /** Set on movable tabs only. */
  path?: string
  isDragged?: boolean
  onDrag?: (path: string | undefined) => void
  onOver?: () => void
}
function TabItem({ title, active, home = false, menu, onOpen, onClose, path, isDragged, onDrag, onOver }: ItemProps) {
  const drag = path
    ? {
        draggable: true,
        onDragStart: (event: DragEvent) => {
          event.dataTransfer.effectAllowed = 'move'
          event.dataTransfer.setData('text/plain', title)
          onDrag?.(path)
        },
        onDragOver: (event: DragEvent) => {
          event.preventDefault()
          onOver?.()
        },
        onDragEnd: () => onDrag?.(undefined),
      }
    : {}
  const key = (event: KeyboardEvent) => event.key === 'Delete' && onClose?.()
  return (
    <Menu trigger={['contextMenu']} menu={menu}>
      <div className={`${style.tab} ${active ? style.on : ''} ${isDragged ? style.dragged : ''}`} onAuxClick={e => e.button === 1 && onClose?.()} {...drag}>
        <button
          type="button"
          className={style.name}
          onClick={onOpen}
          onKeyDown={key}
          // middle click closes; suppress the browser's autoscroll
          onMouseDown={e => e.button === 1 && e.preventDefault()}
          aria-current={active ? 'page' : undefined}
        >
          {home && <House size={15} strokeWidth={1.75} />}
          <span>{title}</span>
        </button>
        {onClose && (
          <button type="button" className={style.close} onClick={onClose} aria-label={t('关闭 {{title}}', { title })}>
            <X size={14} strokeWidth={1.75} />
          </button>
        )}
      </div>
    </Menu>
  )
}
