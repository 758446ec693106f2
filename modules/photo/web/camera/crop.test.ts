import { expect, test } from 'vitest'
import { dragged, outputOf, partOf, WHOLE } from './crop.ts'

const RATIO = 3 / 4
const wide = { width: 1280, height: 720 }
const tall = { width: 600, height: 1600 }

test('a frame of 3 to 4 shows the middle of a picture, as much of it as fits', () => {
  expect(partOf(wide, RATIO, WHOLE)).toEqual({ left: 370, top: 0, width: 540, height: 720 })
  expect(partOf(tall, RATIO, WHOLE)).toEqual({ left: 0, top: 400, width: 600, height: 800 })
  expect(partOf(wide, RATIO, { zoom: 2, x: 0, y: 0 })).toEqual({ left: 505, top: 180, width: 270, height: 360 })
})
test('it never shows what is beside the picture, however far it is dragged or zoomed out', () => {
  for (const look of [dragged(wide, RATIO, WHOLE, 9, 9), dragged(tall, RATIO, WHOLE, -9, -9), { zoom: 0.2, x: 5, y: -5 }])
    for (const size of [wide, tall]) {
      const { left, top, width, height } = partOf(size, RATIO, look)
      expect(Math.min(left, top)).toBeGreaterThanOrEqual(0)
      expect(left + width).toBeLessThanOrEqual(size.width + 0.001)
      expect(top + height).toBeLessThanOrEqual(size.height + 0.001)
    }
})
test('a drag follows the finger', () => {
  const before = partOf(wide, RATIO, { zoom: 2, x: 0, y: 0 })
  const after = partOf(wide, RATIO, dragged(wide, RATIO, { zoom: 2, x: 0, y: 0 }, 0.1, 0.2))
  expect([before.left - after.left, before.top - after.top].map(Math.round)).toEqual([27, 72])
})
test('30-PH2 the cut picture has the pixels its kind asks for', () => {
  const exact = { minWidth: 480, minHeight: 640, maxWidth: 480, maxHeight: 640 }
  expect(outputOf({ width: 1500, height: 2000 }, RATIO, exact)).toEqual({ width: 480, height: 640 })
  expect(outputOf({ width: 300, height: 400 }, RATIO, exact)).toEqual({ width: 480, height: 640 })
  const free = { minWidth: 240, minHeight: 320, maxWidth: 4000, maxHeight: 4000 }
  expect(outputOf({ width: 3000, height: 4000 }, RATIO, free)).toEqual({ width: 720, height: 960 })
  expect(outputOf({ width: 300, height: 400 }, RATIO, free)).toEqual({ width: 300, height: 400 })
})
