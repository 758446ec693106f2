import { useEffect, useRef, useState } from 'react'
import { Panel } from '#web/feedback/Panel.tsx'
import { t } from '#web/i18n/index.ts'
import { CameraView } from './CameraView.tsx'
import { codeReader } from './codes.ts'
import style from './scan.module.css'
import { useCamera } from './useCamera.ts'

const LOOK_MS = 250
interface Props {
  title: string
  /** What to point the camera at. */
  help: string
  /** Message for a code that is not accepted. */
  other: string
  /** Alternative if camera or decoder fails. */
  otherwise?: string
  /** Receives the decoded text; returning true accepts it and stops scanning. */
  onRead: (text: string) => boolean
  onClose: () => void
}
/** QR scanner using the phone's camera. Pictures never leave the phone. */
export function Scanner({ title, help, other, otherwise, onRead, onClose }: Props) {
  const { video, problem: unseen } = useCamera('environment')
  const [isUnread, setUnread] = useState(false)
  const [isOther, setOther] = useState(false)
  const read = useRef(onRead)
  read.current = onRead
  useEffect(() => {
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = async (reader: Awaited<ReturnType<typeof codeReader>>) => {
      const shown = video.current
      const seen = shown?.readyState === HTMLMediaElement.HAVE_ENOUGH_DATA ? await reader.detect(shown).catch(() => []) : []
      if (isOver || seen.some(code => read.current(code.rawValue))) return
      if (seen.length) setOther(true)
      timer = setTimeout(() => void look(reader), LOOK_MS)
    }
    codeReader().then(
      reader => {
        if (!isOver) void look(reader)
      },
      () => setUnread(true),
    )
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [video])
  const failure = unseen ?? (isUnread ? t('没有载入扫码，请检查网络后再试，或用手机相机扫') : undefined)
  const problem = failure ? [failure, otherwise].filter(Boolean).join(t('。')) : isOther ? other : undefined
  return (
    <Panel open title={title} onClose={onClose}>
      <div className={style.camera}>
        <CameraView video={video} problem={problem} help={help} />
      </div>
    </Panel>
  )
}
