import { qrModules } from '#model/qr.ts'

interface Props {
  text: string
  label: string
  /** Fills its container if absent. */
  size?: number
  /** Quiet zone in modules, if the surroundings are not white. */
  border?: number
  className?: string | undefined
}
/** QR code, dark on white in every theme: phones do not read inverted codes reliably. */
export function QrCode({ text, label, size, border = 2, className }: Props) {
  const modules = qrModules(text)
  const cells = modules.length + 2 * border
  const path = modules.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x + border} ${y + border}h1v1h-1z`] : []))).join('')
  return (
    <svg className={className} width={size} height={size} viewBox={`0 0 ${cells} ${cells}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={cells} height={cells} fill="#fff" />
      <path d={path} fill="#16202d" />
    </svg>
  )
}
