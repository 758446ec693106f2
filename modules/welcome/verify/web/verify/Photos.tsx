import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { pictureLink } from '#web/files/links.ts'
import { t } from '#web/i18n/index.ts'
import { useCamera } from '#web/scan/useCamera.ts'
import style from '../verify.module.css'

interface PhotoProps {
  label: string
  file: string | null
  none?: string
}
/** One of the three photos, or why there is none. */
export const Photo = ({ label, file, none = t('没有照片') }: PhotoProps) => (
  <figure className={style.photo}>
    {file ? <img src={pictureLink(file, 800)} alt={label} /> : <span>{none}</span>}
    <figcaption>{label}</figcaption>
  </figure>
)
const QUALITY = 0.9
/** The face at the desk: taken by the camera, and taken again where it is blurred. */
export function LivePhoto({ onTaken }: { onTaken: (picture: Blob | undefined) => void }) {
  const { video, problem } = useCamera('environment')
  const canvas = useRef<HTMLCanvasElement>(null)
  const [url, setUrl] = useState<string>()
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url])
  const shoot = () => {
    const [from, to] = [video.current, canvas.current]
    if (!from || !to || !from.videoWidth) return
    ;[to.width, to.height] = [from.videoWidth, from.videoHeight]
    to.getContext('2d')?.drawImage(from, 0, 0)
    to.toBlob(
      blob => {
        if (!blob) return
        setUrl(URL.createObjectURL(blob))
        onTaken(blob)
      },
      'image/jpeg',
      QUALITY,
    )
  }
  const again = () => {
    setUrl(undefined)
    onTaken(undefined)
  }
  return (
    <figure className={style.photo}>
      {problem ? (
        <span role="alert">{problem}</span>
      ) : (
        <>
          <video ref={video} autoPlay playsInline muted hidden={url !== undefined} aria-label={t('相机画面')} />
          {url ? <img src={url} alt={t('现场照片')} /> : null}
          <canvas ref={canvas} hidden />
        </>
      )}
      <figcaption>
        {t('现场照片')}
        {problem ? null : (
          <Button size="small" onClick={url ? again : shoot}>
            {url ? t('重拍') : t('拍照')}
          </Button>
        )}
      </figcaption>
    </figure>
  )
}
