import { Button } from 'antd'
import { Eraser } from 'lucide-react'
import { type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import { usePick } from '#web/files/usePick.tsx'
import { failureText, putFile } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import style from '../case/case.module.css'

const WIDTH = 600
const HEIGHT = 200
/** The same on paper and in both themes: ink on white. */
const INK = '#16202d'
const PAPER = '#ffffff'

interface SignaturePadProps {
  /** File id once the stroke is drawn and uploaded; `undefined` without one. */
  onChange: (fileId: string | undefined) => void
  disabled?: boolean
  /** Said once it is drawn: where it goes. */
  drawn: string
}
/** Signature by mouse, finger or pen; an image can be uploaded instead. Uploads after each stroke. */
export function SignaturePad({ onChange, disabled = false, drawn }: SignaturePadProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const sent = useRef(0)
  const last = useRef<{ x: number; y: number }>(undefined)
  const [isEmpty, setEmpty] = useState(true)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const hint = useId()
  useEffect(() => blank(canvas.current), [])
  const send = async (picture: Blob | null) => {
    const mine = ++sent.current
    if (!picture) return
    setBusy(true)
    setProblem(undefined)
    try {
      const put = await putFile(new File([picture], 'signature.png', { type: 'image/png' }))
      if (mine === sent.current) onChange(put.fileId)
    } catch (error) {
      if (mine === sent.current) setProblem(t('签名没有传上去：{{reason}}', { reason: failureText(error) }))
    }
    if (mine === sent.current) setBusy(false)
  }
  const { pick, input } = usePick({
    accept: '.png,image/png',
    onPick: async ([picture]) => {
      if (!picture) return
      await show(canvas.current, picture)
      setEmpty(false)
      await send(picture)
    },
  })
  const end = () => {
    if (!last.current) return
    last.current = undefined
    canvas.current?.toBlob(blob => void send(blob), 'image/png')
  }
  const draw = (event: PointerEvent<HTMLCanvasElement>) => {
    const from = last.current
    const pen = canvas.current?.getContext('2d')
    if (!from || !pen) return
    const to = placeOf(event)
    pen.beginPath()
    pen.moveTo(from.x, from.y)
    pen.lineTo(to.x, to.y)
    pen.stroke()
    last.current = to
  }
  return (
    <div className={style.pad}>
      <canvas
        ref={canvas}
        width={WIDTH}
        height={HEIGHT}
        role="img"
        aria-label={isEmpty ? t('签名处，还没有签名') : t('签名处，已签名')}
        aria-describedby={hint}
        onPointerDown={event => {
          if (disabled) return
          event.currentTarget.setPointerCapture(event.pointerId)
          last.current = placeOf(event)
          setEmpty(false)
          onChange(undefined)
          draw(event)
        }}
        onPointerMove={draw}
        onPointerUp={end}
        onPointerCancel={end}
      />
      <p id={hint} className="ql-help">
        {isBusy ? t('正在保存签名') : isEmpty ? t('在框里手写签名，或上传签名图片（png）') : drawn}
      </p>
      {problem ? (
        <p className="ql-problem" role="alert">
          {problem}
        </p>
      ) : null}
      <div className={style.padActs}>
        <Button
          size="small"
          icon={<Eraser size={14} />}
          disabled={isEmpty || disabled}
          onClick={() => {
            sent.current++
            blank(canvas.current)
            setEmpty(true)
            setBusy(false)
            onChange(undefined)
          }}
        >
          {t('重签')}
        </Button>
        <Button size="small" disabled={disabled} onClick={pick}>
          {t('上传签名图片')}
        </Button>
      </div>
      {input}
    </div>
  )
}
/** Pointer position in canvas pixels. */
function placeOf({ currentTarget, clientX, clientY }: PointerEvent<HTMLCanvasElement>): { x: number; y: number } {
  const box = currentTarget.getBoundingClientRect()
  return { x: ((clientX - box.left) / box.width) * WIDTH, y: ((clientY - box.top) / box.height) * HEIGHT }
}
function blank(canvas: HTMLCanvasElement | null): void {
  const pen = canvas?.getContext('2d')
  if (!pen) return
  pen.fillStyle = PAPER
  pen.fillRect(0, 0, WIDTH, HEIGHT)
  Object.assign(pen, { strokeStyle: INK, lineWidth: 4, lineCap: 'round', lineJoin: 'round' })
}
/** Draws an image into the canvas, scaled to fit. */
async function show(canvas: HTMLCanvasElement | null, picture: File): Promise<void> {
  blank(canvas)
  const image = await createImageBitmap(picture).catch(() => undefined)
  const pen = canvas?.getContext('2d')
  if (!image || !pen) return
  const scale = Math.min(WIDTH / image.width, HEIGHT / image.height)
  const [w, h] = [image.width * scale, image.height * scale]
  pen.drawImage(image, (WIDTH - w) / 2, (HEIGHT - h) / 2, w, h)
}
