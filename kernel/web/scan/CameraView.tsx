import type { RefObject } from 'react'
import { t } from '#web/i18n/index.ts'
import style from './scan.module.css'

interface Props {
  video: RefObject<HTMLVideoElement | null>
  /** Error: no camera, or a code that was not accepted. */
  problem: string | undefined
  help: string
  onReady?: () => void
}
/** Camera picture with error, help text and controls. */
export const CameraView = ({ video, problem, help, onReady }: Props) => (
  <>
    {problem ? (
      <p className="ql-problem" role="alert">
        {problem}
      </p>
    ) : null}
    <div className={style.frame}>
      <video ref={video} autoPlay playsInline muted aria-label={t('相机画面')} onLoadedData={onReady} />
    </div>
    <p className="ql-help">{help}</p>
  </>
)
