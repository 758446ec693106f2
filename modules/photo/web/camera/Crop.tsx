import { Button, Slider } from 'antd'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import style from '../photo.module.css'
import { dragged, held, type Look, MOST_ZOOM, outputOf, partOf, WHOLE } from './crop.ts'
import { Outline } from './Outline.tsx'

interface Props {
  picture: ImageBitmap
  ratio: number
  limits: Parameters<typeof outputOf>[2]
  isBusy: boolean
  onCut: (file: File) => void
  onBack: () => void
}
/** Distance of one press of an arrow key, in parts of the frame. */
const STEP = 0.02
const KEYS: Readonly<Record<string, readonly [number, number]>> = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] }
const QUALITY = 0.92

/** Puts a picture into the frame: dragged with a finger or the arrow keys, larger and smaller with the slider. */
export function Crop({ picture, ratio, limits, isBusy, onCut, onBack }: Props) {
  const [look, setLook] = useState(WHOLE)
  const canvas = useRef<HTMLCanvasElement>(null)
  const drag = useDrag((dx, dy) => setLook(now => dragged(picture, ratio, now, dx, dy)))
  const size = outputOf(partOf(picture, ratio, WHOLE), ratio, limits)
  useEffect(() => {
    if (canvas.current) draw(canvas.current, picture, ratio, look)
  }, [picture, ratio, look])
  const cut = () => canvas.current?.toBlob(blob => blob && onCut(new File([blob], 'photo.jpg', { type: 'image/jpeg' })), 'image/jpeg', QUALITY)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = KEYS[event.key]
    if (!step) return
    event.preventDefault()
    setLook(now => dragged(picture, ratio, now, ...step))
  }
  return (
    <Stack gap={3}>
      {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/noNoninteractiveTabindex: a picture that is moved by dragging and arrow keys */}
      <div className={style.frame} role="group" aria-label={t('移动照片：拖动，或用方向键')} tabIndex={0} onKeyDown={onKeyDown} {...drag}>
        <canvas ref={canvas} width={size.width} height={size.height} />
        <Outline />
      </div>
      <Slider
        className={style.zoom ?? ''}
        min={1}
        max={MOST_ZOOM}
        step={0.02}
        value={look.zoom}
        ariaLabelForHandle={t('放大')}
        tooltip={{ open: false }}
        onChange={zoom => setLook(now => held({ ...now, zoom }))}
      />
      <Row>
        <Button type="primary" size="large" loading={isBusy} onClick={cut}>
          {t('使用这张照片')}
        </Button>
        <Button size="large" disabled={isBusy} onClick={onBack}>
          {t('重拍')}
        </Button>
      </Row>
    </Stack>
  )
}
function draw(canvas: HTMLCanvasElement, picture: ImageBitmap, ratio: number, look: Look): void {
  const { left, top, width, height } = partOf(picture, ratio, look)
  const pen = canvas.getContext('2d')
  if (!pen) return
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(picture, left, top, width, height, 0, 0, canvas.width, canvas.height)
}
/** Tells how far a finger has moved, in parts of the element. */
function useDrag(move: (dx: number, dy: number) => void) {
  const last = useRef<{ x: number; y: number }>(undefined)
  const end = () => {
    last.current = undefined
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      last.current = { x: event.clientX, y: event.clientY }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!last.current) return
      const { width, height } = event.currentTarget.getBoundingClientRect()
      move((event.clientX - last.current.x) / width, (event.clientY - last.current.y) / height)
      last.current = { x: event.clientX, y: event.clientY }
    },
    onPointerUp: end,
    onPointerCancel: end,
  }
}
