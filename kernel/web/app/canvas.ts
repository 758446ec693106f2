/** Design size of every big screen. */
export const CANVAS = { width: 1920, height: 1080 } as const
/** Canvas of a portrait display: columns are stacked. */
export const STANDING = { width: 1200, height: 2133 } as const
/** Maximum canvas width; wider displays get margins. */
const WIDEST = 2880

export interface Place {
  scale: number
  left: number
  top: number
  width: number
  height: number
  isStanding: boolean
}
/** Scale and offset that fit the canvas into the window, centred. Ultra-wide windows get a wider canvas, portrait ones the portrait canvas. */
export function canvasPlace(width: number, height: number): Place {
  const isStanding = width < height
  const base = isStanding ? STANDING : CANVAS
  const scale = Math.min(width / base.width, height / base.height)
  const wide = isStanding ? base.width : Math.max(base.width, Math.min(WIDEST, Math.floor(width / scale)))
  return { scale, left: (width - wide * scale) / 2, top: (height - base.height * scale) / 2, width: wide, height: base.height, isStanding }
}
/** Pixels the screen shifts every ten minutes, through the four corners, to prevent burn-in. */
const DRIFT_PX = 2
const DRIFT_MS = 600_000
const CORNERS = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
] as const
export function driftAt(now: number): { x: number; y: number } {
  const [x, y] = CORNERS[Math.floor(now / DRIFT_MS) % CORNERS.length] ?? CORNERS[0]
  return { x: x * DRIFT_PX, y: y * DRIFT_PX }
}
