import type { ReactNode } from 'react'
import { useSignal } from '#web/base/signal.ts'
import { counts } from '#web/http/live.ts'
import { Count } from '#web/shell/Bell.tsx'
import MenuIcon from '#web/shell/MenuIcon.tsx'
import { tintAt, tintStyle } from '#web/theme/Avatar.tsx'
import style from '../desk.module.css'
import { type App, useOpenApp } from './useApps.ts'

/** Apps as tiles with the name below the icon. */
export function AppTiles({
  apps,
  children,
}: {
  apps: ReadonlyArray<Pick<App, 'id' | 'name' | 'icon' | 'url' | 'openType' | 'category'> & Partial<Pick<App, 'badge'>>>
  children?: ReactNode
}) {
  const open = useOpenApp()
  return (
    <div className={style.tiles} data-tiles>
      {apps.map(app => (
        <button key={app.id} type="button" onClick={() => open(app)}>
          <AppIcon app={app} />
          <span>{app.name}</span>
        </button>
      ))}
      {children}
    </div>
  )
}
const ORDER = ['study', 'life', 'money', 'leave', 'growth', 'aid', 'other', 'office']
/** The tint depends on the category, so that apps of a category look alike. */
export const AppIcon = ({ app, size = 44 }: { app: Pick<App, 'icon' | 'category'> & Partial<Pick<App, 'badge'>>; size?: number }) => (
  <i className={style.tile} data-tile style={{ ...tintStyle(tintAt(Math.max(0, ORDER.indexOf(app.category)))), width: size, height: size, borderRadius: size * 0.27 }}>
    <MenuIcon name={app.icon} size={Math.round(size * 0.48)} />
    {app.badge ? <Waiting what={app.badge} /> : null}
  </i>
)
/** Live counter of a tile. */
const Waiting = ({ what }: { what: 'todo' | 'message' }) => <Count of={useSignal(counts)[what]} />
