import { qrModules } from '#model/qr.ts'

interface Props {
  text: string
  label: string
  /** Without it the code fills its place. */
  size?: number
  /** White modules around it, where the place has no white of its own. */
  border?: number
  className?: string | undefined
}
/** A QR code, dark on white in every theme: phones read nothing else well. */
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
