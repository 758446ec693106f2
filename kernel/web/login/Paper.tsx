import type { ReactNode } from 'react'
import { FirstScreen } from '#web/feedback/Waiting.tsx'
import { t } from '#web/i18n/index.ts'
import type { AppInfo } from '#web/session/appInfo.ts'
import { LanguageMenu } from '#web/session/LanguageMenu.tsx'
import { Landscape } from '#web/theme/Landscape.tsx'
import { Logo } from '#web/theme/Logo.tsx'
import { PictureShow } from '#web/theme/OpenPictures.tsx'
import type { Picture } from '#web/theme/Pictures.tsx'
import style from './login.module.css'

/** Source of the product's name; the same in every language. */
const POEM = ['青取之于蓝', '而青于蓝', '荀子　劝学', '青蓝'] as const // verbatim

interface PaperProps {
  info: AppInfo | undefined
  /** Pictures that the school shows beside the sheet. */
  pictures?: readonly Picture[]
  foot?: ReactNode
  small?: ReactNode
  children: ReactNode
}
/** Sheet for sign-in, activation and forced password change, on the landscape or the school's own picture. */
export function Paper({ info, pictures = [], foot, small, children }: PaperProps) {
  const picture = info?.loginBackground
  return (
    <div className={style.page} data-pictures={pictures.length > 0 || undefined}>
      <FirstScreen />
      <div className={style.hills}>{picture ? <img src={picture} alt="" className={style.photo} /> : <Landscape />}</div>
      <header className={style.head}>
        <Logo size={34} src={info?.logo} />
        <b>{t('青蓝')}</b>
        <span>
          {info?.schoolName ? <>{info.schoolName} </> : null}
          <i className={info?.schoolName ? style.product : undefined}>{info?.globalTitle || t('智慧校园综合服务平台')}</i>
        </span>
        <LanguageMenu />
      </header>
      {pictures.length > 0 && (
        <aside className={style.pictures} aria-label={t('学校的图片')}>
          <PictureShow of={pictures} />
        </aside>
      )}
      {!picture && !pictures.length && (
        <div className={style.poem} aria-hidden="true" lang="zh-CN">
          <p>{POEM[0]}</p>
          <p>{POEM[1]}</p>
          <i>{POEM[2]}</i>
          <em>{POEM[3]}</em>
        </div>
      )}
      <main className={style.column}>
        <div className={style.sheet}>{children}</div>
        {foot}
      </main>
      {(small || info?.recordNo) && (
        <footer className={style.foot}>
          {small}
          {info?.recordNo && <span>{info.recordNo}</span>}
        </footer>
      )}
    </div>
  )
}
