import type { RefObject } from 'react'
import { t } from '#web/i18n/index.ts'
import './scan.css'

interface Props {
  video: RefObject<HTMLVideoElement | null>
  /** Why there is no picture, or what is wrong with it. */
  problem: string | undefined
  help: string
  onReady?: () => void
}
/** What a camera shows, what is wrong, and what to do with it. */
export const CameraView = ({ video, problem, help, onReady }: Props) => (
  <>
    {problem ? (
      <p className="ql-problem" role="alert">
        {problem}
      </p>
    ) : null}
    <div className="ql-camera-frame">
      <video ref={video} autoPlay playsInline muted aria-label={t('相机画面')} onLoadedData={onReady} />
    </div>
    <p className="ql-help">{help}</p>
  </>
)
