import { Button } from 'antd'
import { Camera } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Panel } from '#web/feedback/Panel.tsx'
import { failureText, putFile } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { snap } from './picture.ts'

/** Takes a picture with the camera; there is no way to an album (20-SA6). */
export function CameraPanel({ onTaken, onClose }: { onTaken: (fileId: string) => void; onClose: () => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const [problem, setProblem] = useState<string>()
  const [isReady, setReady] = useState(false)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    let stream: MediaStream | undefined
    let isGone = false
    const begin = async () => {
      if (!navigator.mediaDevices?.getUserMedia) return setProblem(t('这台设备不能拍照，请换一种方式或请老师点名'))
      try {
        stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'user' }, audio: false })
        if (isGone) return stop(stream)
        if (video.current) video.current.srcObject = stream
      } catch {
        setProblem(t('没有打开相机，请在浏览器设置里允许后再试，或请老师点名'))
      }
    }
    void begin()
    return () => {
      isGone = true
      if (stream) stop(stream)
    }
  }, [])
  const take = async () => {
    if (!video.current) return
    setBusy(true)
    try {
      const file = await snap(video.current)
      if (!file) return setProblem(t('照片太大，请再拍一次'))
      const { fileId } = await putFile(file)
      onTaken(fileId)
    } catch (error) {
      setProblem(failureText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Panel open title={t('现场拍照')} onClose={onClose}>
      <div className="sign-camera">
        {problem ? (
          <p className="ql-problem" role="alert">
            {problem}
          </p>
        ) : null}
        <video ref={video} autoPlay playsInline muted aria-label={t('相机画面')} onLoadedData={() => setReady(true)} />
        <p className="ql-help">{t('照片只有发布人和辅导员能看，到期自动删除；不做人脸比对。')}</p>
        <Button type="primary" size="large" block icon={<Camera size={18} />} disabled={!isReady} loading={isBusy} onClick={() => void take()}>
          {t('拍照')}
        </Button>
      </div>
    </Panel>
  )
}
const stop = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop()
}
