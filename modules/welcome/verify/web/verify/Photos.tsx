import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { pictureLink } from '#web/files/links.ts'
import { t } from '#web/i18n/index.ts'
import { snap } from '#web/scan/picture.ts'
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
/** Longer side in pixels: a comparison of faces needs more than a look. */
const LONGEST = 1280
/** The face at the desk: taken by the camera, and taken again where it is blurred. */
export function LivePhoto({ onTaken }: { onTaken: (picture: Blob | undefined) => void }) {
  const { video, problem } = useCamera('environment')
  const [url, setUrl] = useState<string>()
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url])
  const shoot = async () => {
    const file = video.current?.videoWidth ? await snap(video.current, LONGEST) : undefined
    if (!file) return
    setUrl(URL.createObjectURL(file))
    onTaken(file)
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
        </>
      )}
      <figcaption>
        {t('现场照片')}
        {problem ? null : (
          <Button size="small" onClick={url ? again : () => void shoot()}>
            {url ? t('重拍') : t('拍照')}
          </Button>
        )}
      </figcaption>
    </figure>
  )
}
