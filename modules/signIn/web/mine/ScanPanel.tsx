import { useEffect, useRef, useState } from 'react'
import { Panel } from '#web/feedback/Panel.tsx'
import { t } from '#web/i18n/index.ts'
import { codeIn } from '../../model/wall-code.ts'
import { codeReader } from './codes.ts'
import { useCamera } from './useCamera.ts'

const LOOK_MS = 250
/** Reads the code off the wall with the phone's camera. Pictures never leave the phone. */
export function ScanPanel({ onCode, onClose }: { onCode: (code: string) => void; onClose: () => void }) {
  const { video, problem: unseen } = useCamera('environment')
  const [isUnread, setUnread] = useState(false)
  const [isOther, setOther] = useState(false)
  const found = useRef(onCode)
  found.current = onCode
  useEffect(() => {
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = async (reader: Awaited<ReturnType<typeof codeReader>>) => {
      const shown = video.current
      const seen = shown?.readyState === HTMLMediaElement.HAVE_ENOUGH_DATA ? await reader.detect(shown).catch(() => []) : []
      if (isOver) return
      const code = seen.map(s => codeIn(s.rawValue)).find(c => c !== undefined)
      if (code) return found.current(code)
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
  const problem = unseen ?? (isUnread ? t('没有载入扫码，请检查网络后再试，或用手机相机扫') : isOther ? t('这不是签到的二维码，请对准投影上的码') : undefined)
  return (
    <Panel open title={t('扫现场的二维码')} onClose={onClose}>
      <div className="sign-camera">
        {problem ? (
          <p className="ql-problem" role="alert">
            {problem}
          </p>
        ) : null}
        <video ref={video} autoPlay playsInline muted aria-label={t('相机画面')} />
        <p className="ql-help">{t('对准投影上的二维码，扫到就签。')}</p>
      </div>
    </Panel>
  )
}
