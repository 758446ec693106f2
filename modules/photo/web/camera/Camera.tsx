import { Button } from 'antd'
import { Camera as CameraIcon, ImageUp } from 'lucide-react'
import { acceptOf, usePick } from '#web/files/usePick.tsx'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { useCamera } from '#web/scan/useCamera.ts'
import { PICTURES } from '../../model/photo.ts'
import style from '../photo.module.css'
import { Outline } from './Outline.tsx'

/** The camera with an outline for the head; without one, a picture from the device. */
export function Camera({ onPicture }: { onPicture: (picture: ImageBitmap) => void }) {
  const { video, problem } = useCamera('user')
  const choose = async (file: File | undefined) => {
    if (file) onPicture(await createImageBitmap(file, { imageOrientation: 'from-image' }))
  }
  const { pick, input } = usePick({ accept: acceptOf(PICTURES), onPick: files => void choose(files[0]) })
  const shoot = async () => {
    if (video.current) onPicture(await createImageBitmap(video.current))
  }
  return (
    <Stack gap={3}>
      {problem ? (
        <p className="ql-problem" role="alert">
          {problem}
        </p>
      ) : (
        <div className={style.frame}>
          <video ref={video} autoPlay playsInline muted aria-label={t('相机画面')} />
          <Outline />
        </div>
      )}
      <p className="ql-help">{t('正对镜头，头在虚线里，背后用干净的墙面；不戴帽子和墨镜。')}</p>
      <Row>
        {problem ? null : (
          <Button type="primary" size="large" icon={<CameraIcon size={18} />} onClick={() => void shoot()}>
            {t('拍照')}
          </Button>
        )}
        <Button size="large" icon={<ImageUp size={18} />} onClick={pick}>
          {t('从相册选择')}
        </Button>
      </Row>
      {input}
    </Stack>
  )
}
