import { useSearchParams } from 'react-router'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { publicPicture } from '#web/files/links.ts'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime } from '#web/values/format.ts'
import { publicAlbum } from '../model/photos.ts'
import style from './photos.module.css'

/** 公开相册: pictures of an activity for people outside the school. */
export default function PublicAlbumPage() {
  const [params] = useSearchParams()
  const activityId = params.get('id') ?? ''
  const read = useRead(publicAlbum, { activityId, tenantId: params.get('tenantId') }, { enabled: activityId !== '' })
  const { data } = read
  return (
    <main className={style.public}>
      <Page title={data?.title ?? t('公开相册')} help={data ? `${data.school} · ${formatDatetime(data.startAt)}` : undefined}>
        {activityId === '' ? (
          <Empty title={t('链接不完整')} />
        ) : data ? (
          <Sheet note={t('不愿出现在某张照片里的同学，登录后在活动照片里请求删除，照片随即隐藏。')}>
            {data.photos.length ? (
              <ul className={style.wall}>
                {data.photos.map((photo, at) => (
                  <li key={photo.id}>
                    <img src={publicPicture(photo.fileId, 800)} alt={t('活动照片 {{n}}', { n: at + 1 })} loading="lazy" decoding="async" />
                  </li>
                ))}
              </ul>
            ) : (
              <Empty title={t('还没有照片')} />
            )}
          </Sheet>
        ) : (
          <Loading of={read} lines={6} failed={t('相册打不开')} />
        )}
      </Page>
    </main>
  )
}
