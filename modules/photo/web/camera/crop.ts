/** Where a picture stands behind the frame: 1 just fills it; the offsets go from -1 to 1, as far as the picture reaches. */
export interface Look {
  zoom: number
  x: number
  y: number
}
export const WHOLE: Look = { zoom: 1, x: 0, y: 0 }
export const MOST_ZOOM = 4
export interface Size {
  width: number
  height: number
}
/** A part of a picture, in its pixels. */
export interface Part extends Size {
  left: number
  top: number
}
const within = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value))
/** The same look, held to what the picture has. */
export const held = ({ zoom, x, y }: Look): Look => ({ zoom: within(zoom, 1, MOST_ZOOM), x: within(x, -1, 1), y: within(y, -1, 1) })
/** The part of a picture that a frame of this ratio (width to height) shows. */
export function partOf({ width, height }: Size, ratio: number, look: Look): Part {
  const { zoom, x, y } = held(look)
  const widest = Math.min(width, height * ratio)
  const [w, h] = [widest / zoom, widest / ratio / zoom]
  return { left: ((width - w) / 2) * (1 + x), top: ((height - h) / 2) * (1 + y), width: w, height: h }
}
/** The look after the picture was dragged by parts of the frame. */
export function dragged(size: Size, ratio: number, look: Look, dx: number, dy: number): Look {
  const { width, height } = partOf(size, ratio, look)
  const [roomX, roomY] = [(size.width - width) / 2, (size.height - height) / 2]
  return held({ ...look, x: roomX ? look.x - (dx * width) / roomX : 0, y: roomY ? look.y - (dy * height) / roomY : 0 })
}
interface Limits {
  minWidth: number
  minHeight: number
  maxWidth: number
  maxHeight: number
}
const USUAL_WIDTH = 720
/** The pixels that the cut picture gets: as many as it has, within what the kind allows. */
export function outputOf(part: Size, ratio: number, { minWidth, minHeight, maxWidth, maxHeight }: Limits): Size {
  const least = Math.max(minWidth, minHeight * ratio)
  const most = Math.min(maxWidth || Number.POSITIVE_INFINITY, (maxHeight || Number.POSITIVE_INFINITY) * ratio)
  const width = Math.round(within(Math.min(part.width, Math.max(USUAL_WIDTH, least)), least, most))
  return { width, height: Math.round(width / ratio) }
}
