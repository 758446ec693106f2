import { WidgetFrame } from '#web/desk/WidgetFrame.tsx'
import { Bars } from '#web/feedback/Empty.tsx'
import { t } from '#web/i18n/index.ts'
import { AppTiles } from '../apps/Tiles.tsx'
import { useUsedApps } from '../apps/useApps.ts'
import style from '../desk.module.css'

/** Recently used services. */
export default function RecentAppsWidget() {
  const { data } = useUsedApps(8)
  return (
    <WidgetFrame title={t('最近使用')} more={{ to: '/personal/userapps', label: t('更多') }}>
      {!data ? <Bars lines={3} /> : data.length ? <AppTiles apps={data} /> : <p className={style.quiet}>{t('还没有用过服务')}</p>}
    </WidgetFrame>
  )
}
