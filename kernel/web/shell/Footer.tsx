import { t } from '#web/i18n/index.ts'
import { useAppInfo } from '#web/session/appInfo.ts'
import style from './shell.module.css'

/** Platform owner and ICP registration number. */
export default function Footer() {
  const info = useAppInfo()
  return (
    <footer className={style.footer}>
      <span>{info?.schoolName}</span>
      <span>{info?.globalTitle || t('智慧校园综合服务平台')}</span>
      {info?.globalViceTitle && <span>{info.globalViceTitle}</span>}
      {info?.recordNo && <span>{info.recordNo}</span>}
    </footer>
  )
}
