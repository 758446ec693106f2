import { Button } from 'antd'
import { Camera } from 'lucide-react'
import { useState } from 'react'
import { Panel } from '#web/feedback/Panel.tsx'
import { failureText, putFile } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { CameraView } from '#web/scan/CameraView.tsx'
import { snap } from '#web/scan/picture.ts'
import cameraStyle from '#web/scan/scan.module.css'
import { useCamera } from '#web/scan/useCamera.ts'

/** Takes a photo with the camera; uploading from the album is not possible (20-SA6). */
export function CameraPanel({ onTaken, onClose }: { onTaken: (fileId: string) => void; onClose: () => void }) {
  const { video, problem: unseen } = useCamera('user')
  const [failure, setProblem] = useState<string>()
  const problem = failure ?? (unseen ? [unseen, t('也可以请老师点名')].join(t('。')) : undefined)
  const [isReady, setReady] = useState(false)
  const [isBusy, setBusy] = useState(false)
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
      <div className={cameraStyle.camera}>
        <CameraView video={video} problem={problem} help={t('照片只有发布人和辅导员能看，到期自动删除；不做人脸比对。')} onReady={() => setReady(true)} />
        <Button type="primary" size="large" block icon={<Camera size={18} />} disabled={!isReady} loading={isBusy} onClick={() => void take()}>
          {t('拍照')}
        </Button>
      </div>
    </Panel>
  )
}
