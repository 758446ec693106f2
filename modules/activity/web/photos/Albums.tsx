import { Link } from 'react-router'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { pictureLink } from '#web/files/links.ts'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime } from '#web/values/format.ts'
import { activityAlbums } from '../../model/photos.ts'
import style from '../photos.module.css'

/** The newest activities with pictures for the reader. */
export function Albums() {
  const read = useRead(activityAlbums, {})
  return (
    <Loaded of={read} lines={6}>
      {albums =>
        albums.length ? (
          <Sheet title={t('活动相册')} note={t('你参加过的，以及面向全校的。')}>
            <ul className={style.wall}>
              {albums.map(
                one =>
                  one && (
                    <li key={one.activityId}>
                      <Link to={`/activity/photos?id=${one.activityId}`}>
                        <img src={pictureLink(one.cover, 200)} alt="" loading="lazy" decoding="async" />
                        {one.title}
                      </Link>
                      <small className="ql-quiet">{[formatDatetime(one.startAt), t('{{n}} 张', { n: one.count })].join(' · ')}</small>
                    </li>
                  ),
              )}
            </ul>
          </Sheet>
        ) : (
          <Empty title={t('还没有照片')} />
        )
      }
    </Loaded>
  )
}
