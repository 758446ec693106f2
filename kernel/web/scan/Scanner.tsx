import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Panel } from '#web/feedback/Panel.tsx'
import { t } from '#web/i18n/index.ts'
import { CameraView } from './CameraView.tsx'
import { codeReader } from './codes.ts'
import { OtherWays } from './OtherWays.tsx'
import style from './scan.module.css'
import { useCamera } from './useCamera.ts'
import { isInWecom, scanByWecom } from './wecom.ts'

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
  /** Neither pictures nor typing: the code proves that one stands before it. */
  isCameraOnly?: boolean
}
/** The one scanner: inside WeCom its own, else, and where that is not to be had, the phone's camera. WeCom's takes pictures, too, so it proves nothing about where one stands. */
export function Scanner(props: Props) {
  const [way, setWay] = useState<'wecom' | 'camera' | 'other'>(isInWecom() && !props.isCameraOnly ? 'wecom' : 'camera')
  return way === 'wecom' ? <WecomScanner {...props} onOther={setWay} /> : <CameraScanner {...props} hasOther={way === 'other'} />
}
/** Waits for WeCom's scanner, which covers the page. `onOther` goes on with the camera: WeCom failed, or read a code that is not accepted. */
function WecomScanner({ title, onRead, onClose, onOther }: Props & { onOther: (way: 'camera' | 'other') => void }) {
  const begun = useRef(false)
  const begin = useEffectEvent(async () => {
    if (begun.current) return
    begun.current = true
    const found = await scanByWecom()
    if (found === 'failed') onOther('camera')
    else if (found === 'cancelled') onClose()
    else if (!onRead(found.text)) onOther('other')
  })
  useEffect(() => void begin(), [])
  return (
    <Panel open title={title} onClose={onClose}>
      <p className="ql-help" role="status">
        {t('正在打开企业微信的扫一扫')}
      </p>
    </Panel>
  )
}
/** Pictures never leave the phone. */
function CameraScanner({ title, help, other, otherwise, onRead, onClose, isCameraOnly = false, hasOther }: Props & { hasOther: boolean }) {
  const { video, problem: unseen } = useCamera('environment')
  const [isUnread, setUnread] = useState(false)
  const [isOther, setOther] = useState(hasOther)
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
        {isCameraOnly ? null : <OtherWays onText={text => setOther(!onRead(text))} />}
      </div>
    </Panel>
  )
}
