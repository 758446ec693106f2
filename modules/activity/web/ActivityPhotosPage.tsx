import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { ShareLink } from '#web/feedback/ShareLink.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { FileLink } from '#web/files/FileLink.tsx'
import { pictureLink } from '#web/files/links.ts'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime } from '#web/values/format.ts'
import { activityPhotos, addPhotos, answerPhotoRequest, askPhotoRemoval, removePhoto, requestStates } from '../model/photos.ts'
import { Albums } from './photos/Albums.tsx'
import style from './photos.module.css'

type Album = AnswerOf<typeof activityPhotos>
const CHANGES = ['activityPhoto', 'activityPhotoRequest', 'todo']
/** 活动照片 of one activity, for those who took part and whoever runs it. */
export default function ActivityPhotosPage() {
  const [params] = useOwnParams()
  const id = params.get('id')
  const read = useRead(activityPhotos, { activityId: id ?? '' }, { enabled: Boolean(id) })
  return (
    <Page title={t('活动照片')} back="/activity/mine">
      {id ? (
        <Loaded of={read} lines={6}>
          {data => (
            <Stack>
              <Requests of={data} />
              {data.isPublic && data.mayAdd ? (
                <Sheet title={t('公开相册')} note={t('拿到链接的人都能看，校外的也能。')}>
                  <ShareLink path={`/activity/album?id=${id}`} label={t('公开相册')} />
                </Sheet>
              ) : null}
              <Photos of={data} id={id} />
              <Own of={data} />
            </Stack>
          )}
        </Loaded>
      ) : (
        <Albums />
      )}
    </Page>
  )
}
function Photos({ of, id }: { of: Album; id: string }) {
  return (
    <Sheet title={of.title} actions={of.mayAdd ? <FormButton of={addPhotos} input={{ activityId: id }} type="primary" changes={CHANGES} /> : null}>
      {of.photos.length ? (
        <>
          <p className="ql-quiet">{t('系统不识别照片里的人。不愿出现在某张照片里的，可以请求删除，照片随即隐藏。')}</p>
          <ul className={style.wall}>
            {of.photos.map(
              (photo, at) =>
                photo && (
                  <li key={photo.id}>
                    <Thumb fileId={photo.fileId} alt={t('活动照片 {{n}}', { n: at + 1 })} />
                    <Row>
                      {photo.mayAsk ? (
                        <FormButton of={askPhotoRemoval} input={{ id: photo.id }} changes={CHANGES} note={t('照片随即隐藏，组织者看得到你的姓名和理由，会给你答复。')} />
                      ) : null}
                      {photo.mayRemove ? <ActionButton of={removePhoto} input={{ id: photo.id }} danger changes={CHANGES} confirm={t('照片删除后不能恢复。')} /> : null}
                    </Row>
                  </li>
                ),
            )}
          </ul>
        </>
      ) : (
        <Empty title={t('还没有照片')} />
      )}
    </Sheet>
  )
}
const Thumb = ({ fileId, alt }: { fileId: string; alt: string }) => (
  <FileLink id={fileId}>
    <img src={pictureLink(fileId, 200)} alt={alt} loading="lazy" decoding="async" />
  </FileLink>
)
/** What whoever runs the activity has to answer. */
function Requests({ of }: { of: Album }) {
  if (!of.requests.length) return null
  return (
    <Sheet title={t('请求删除的照片')} note={t('照片已隐藏，只有活动的负责人看得到。')}>
      <ul className={style.wall}>
        {of.requests.map(
          one =>
            one && (
              <li key={one.id}>
                <Thumb fileId={one.fileId} alt={t('请求删除的照片')} />
                <span>
                  {t('{{name}}：{{reason}}', { name: one.name, reason: one.reason })}
                  <br />
                  <small className="ql-quiet">{t('{{until}} 前没有答复的自动删除', { until: formatDatetime(one.dueAt) })}</small>
                </span>
                {one.mayAnswer ? <FormButton of={answerPhotoRequest} input={{ id: one.id }} type="primary" changes={CHANGES} note={t('同学会收到答复。')} /> : null}
              </li>
            ),
        )}
      </ul>
    </Sheet>
  )
}
function Own({ of }: { of: Album }) {
  if (!of.mine.length) return null
  return (
    <Sheet title={t('我的删除请求')}>
      {of.mine.map(
        one =>
          one && (
            <p key={one.id}>
              <StateTag of={requestStates} state={one.state} /> {[one.reason, one.reply ?? t('{{until}} 前答复', { until: formatDatetime(one.dueAt) })].join(' · ')}
            </p>
          ),
      )}
    </Sheet>
  )
}
