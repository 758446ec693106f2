import { Button } from 'antd'
import { Camera } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazily } from '#web/base/chunk.ts'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { StudentsOnly } from '#web/session/StudentsOnly.tsx'
import { formatDatetime } from '#web/values/format.ts'
import { myPhotos } from '../model/actions.ts'
import { BACKGROUNDS } from '../model/parameters.ts'
import { KINDS, photoStates, SOURCES } from '../model/photo.ts'
import { CodeSteps } from './mine/CodeSteps.tsx'
import { Picture } from './Picture.tsx'
import style from './photo.module.css'

const TakePhoto = lazily(() => import('./camera/TakePhoto.tsx'))
type Own = NonNullable<AnswerOf<typeof myPhotos>['kinds'][number]>

/** 我的照片: what the school has, what one may send, and the way to the graduation photo. */
export default function MyPhotosPage() {
  return (
    <StudentsOnly title={t('我的照片')} otherwise={t('当前账号不是学生，没有学生照片')}>
      <Mine />
    </StudentsOnly>
  )
}
function Mine() {
  const read = useRead(myPhotos, {})
  return (
    <Page title={t('我的照片')} width="form">
      <Loaded of={read}>
        {data => (
          <Stack>
            {data.isDue ? <CodeSteps of={data} /> : null}
            {data.kinds.map(kind => (kind && (kind.versions.length || kind.maySend) ? <KindCard key={kind.kind} of={kind} /> : null))}
          </Stack>
        )}
      </Loaded>
    </Page>
  )
}
function KindCard({ of }: { of: Own }) {
  const { kind, versions, maySend, left, limits } = of
  const [isTaking, setTaking] = useState(false)
  const shown = versions.find(v => v?.state === 'pending') ?? versions.find(v => v?.isCurrent) ?? versions[0]
  return (
    <Sheet title={t(KINDS[kind])}>
      <div className={style.card}>
        <Picture fileId={shown?.fileId[0]} alt={t(KINDS[kind])} />
        <Stack gap={2}>
          {shown ? (
            <>
              <Row>
                <StateTag of={photoStates} state={shown.state} />
              </Row>
              <span className="ql-quiet">
                {t(SOURCES[shown.source])} · {formatDatetime(shown.at)}
              </span>
            </>
          ) : (
            <span className="ql-quiet">{t('还没有照片')}</span>
          )}
          {shown?.refuseReason ? <span role="alert">{t('没有通过：{{reason}}', { reason: shown.refuseReason })}</span> : null}
          {maySend ? (
            <>
              <span className="ql-quiet">{asksText(limits)}</span>
              <Row>
                <Button type="primary" icon={<Camera size={16} />} onClick={() => setTaking(true)}>
                  {shown?.isCurrent ? t('更换照片') : t('拍照上传')}
                </Button>
              </Row>
              {shown?.isCurrent ? <small className="ql-quiet">{t('还可以更换 {{n}} 次', { n: left })}</small> : null}
            </>
          ) : null}
        </Stack>
      </div>
      {isTaking ? (
        <Suspense>
          <TakePhoto kind={kind} limits={limits} onClose={() => setTaking(false)} />
        </Suspense>
      ) : null}
    </Sheet>
  )
}
function asksText({ types, minWidth, minHeight, minKb, background }: Own['limits']): string {
  const size = minWidth ? t('至少 {{width}}×{{height}} 像素', { width: minWidth, height: minHeight }) : ''
  const weight = minKb ? t('不小于 {{kb}} KB', { kb: minKb }) : ''
  const behind = background === 'any' ? '' : t('{{color}}背景', { color: t(BACKGROUNDS[background]) })
  return [types.join('/'), size, weight, behind].filter(Boolean).join(t('，'))
}
