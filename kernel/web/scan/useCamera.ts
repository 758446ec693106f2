import { type RefObject, useEffect, useRef, useState } from 'react'
import { t } from '#web/i18n/index.ts'

/** Whether this browser supports cameras. */
export const hasCamera = (): boolean => typeof navigator.mediaDevices?.getUserMedia === 'function'
/** A code at a distance needs resolution; a face does not. */
const SIZE = { user: {}, environment: { width: { ideal: 1280 }, height: { ideal: 720 } } } as const
/** Streams a camera into a `video` while mounted; `problem` says why there is no picture. */
export function useCamera(facingMode: 'user' | 'environment'): { video: RefObject<HTMLVideoElement | null>; problem: string | undefined } {
  const video = useRef<HTMLVideoElement>(null)
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    let stream: MediaStream | undefined
    let isGone = false
    const begin = async () => {
      if (!hasCamera()) return setProblem(t('这台设备没有可用的相机'))
      try {
        stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode, ...SIZE[facingMode] }, audio: false })
        if (isGone) return stop(stream)
        if (video.current) video.current.srcObject = stream
      } catch {
        setProblem(t('没有打开相机，请在浏览器设置里允许后再试'))
      }
    }
    void begin()
    return () => {
      isGone = true
      if (stream) stop(stream)
    }
  }, [facingMode])
  return { video, problem }
}
const stop = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop()
}
