import { LayoutGrid } from 'lucide-react'
import { Link } from 'react-router'
import { WidgetFrame } from '#web/desk/WidgetFrame.tsx'
import { Bars } from '#web/feedback/Empty.tsx'
import { t } from '#web/i18n/index.ts'
import { tintStyle } from '#web/theme/Avatar.tsx'
import { AppTiles } from '../apps/Tiles.tsx'
import { useAllApps } from '../apps/useApps.ts'
import style from '../desk.module.css'

const MOST = 7

/** Favourites first, then recommended, then most used apps; the last tile links to all. */
export default function AppsWidget() {
  const { data } = useAllApps()
  const rank = (app: { isCollected: boolean; isRecommended: boolean; usedCount: number }): number =>
    Number(app.isCollected) * 1e6 + Number(app.isRecommended) * 1e3 + Math.min(app.usedCount, 999)
  const apps = [...(data ?? [])].sort((a, b) => rank(b) - rank(a)).slice(0, MOST)
  return (
    <WidgetFrame title={t('常用')} more={{ to: '/personal/userapps', label: t('调整') }}>
      {data ? (
        <AppTiles apps={apps}>
          <Link to="/servicecenter">
            <i className={`${style.tile} ${style.big}`} style={tintStyle('ink')}>
              <LayoutGrid size={21} strokeWidth={1.75} aria-hidden="true" />
            </i>
            <span>{t('全部服务')}</span>
          </Link>
        </AppTiles>
      ) : (
        <Bars lines={3} />
      )}
    </WidgetFrame>
  )
}
