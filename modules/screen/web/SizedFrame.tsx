import type { RefObject } from 'react'
import style from './test.module.css'

/** Sizes at which screens are looked at, width by height. */
export const SIZES = { 1366: 768, 1920: 1080, 3840: 2160 } as const
export type Width = keyof typeof SIZES
export const sizeOptions = (Object.keys(SIZES).map(Number) as Width[]).map(width => ({ value: width, label: `${width}×${SIZES[width]}` }))
interface SizedFrameProps {
  src: string
  title: string
  width: Width
  /** What there is room for; the page keeps its size and is scaled into it. */
  room: { width: number; height: number }
  frame?: RefObject<HTMLIFrameElement | null>
}
/** A page as a window of this size shows it. */
export function SizedFrame({ src, title, width, room, frame }: SizedFrameProps) {
  const height = SIZES[width]
  const scale = Math.min(room.width / width, room.height / height)
  return (
    <div className={style.room} style={{ height: Math.min(room.height, height * scale) }}>
      <iframe ref={frame ?? null} key={src} src={src} title={title} style={{ width, height, transform: `scale(${scale})`, left: (room.width - width * scale) / 2 }} />
    </div>
  )
}
