import { drawn } from '#server/demo/files.ts'
import type { Random } from '#server/demo/random.ts'

const SKINS = ['#f3d3b3', '#ecc4a0', '#e3b48c', '#d9a47a'] as const
const HAIRS = ['#1d1a19', '#2b211c', '#3a2b22'] as const
const CLOTHES = ['#34495e', '#7f8fa6', '#ffffff', '#b33939', '#2d6a4f', '#40407a', '#e0a96d'] as const
const BACKGROUNDS = { blue: '#4a8fd8', white: '#f4f6f8' } as const
const [WIDTH, HEIGHT] = [360, 480] as const

/** The looks of one person, the same on all their photos but for the clothes. */
export interface Face {
  skin: string
  hair: string
  isLong: boolean
  hasGlasses: boolean
  wide: number
  high: number
  brow: number
}
export const faceOf = (random: Random, isWoman: boolean): Face => ({
  skin: random.pick(SKINS),
  hair: random.pick(HAIRS),
  isLong: isWoman && random.chance(0.75),
  hasGlasses: random.chance(0.4),
  wide: random.int(66, 78),
  high: random.int(88, 100),
  brow: random.int(0, 8),
})
/** A portrait before a plain background. */
export function portrait(face: Face, random: Random, background: keyof typeof BACKGROUNDS): Promise<Buffer> {
  const { skin, hair, isLong, hasGlasses, wide, high, brow } = face
  const [x, y, clothes] = [WIDTH / 2, 205, random.pick(CLOTHES)]
  const eye = (side: -1 | 1) => `<ellipse cx="${x + side * 28}" cy="${y - 4}" rx="7" ry="5" fill="#231d1a"/>
    <path d="M${x + side * 28 - 14} ${y - 20 - brow} q14 -7 28 0" stroke="${hair}" stroke-width="4" fill="none"/>`
  const glasses = (side: -1 | 1) => `<rect x="${x + side * 28 - 20}" y="${y - 17}" width="40" height="27" rx="9" fill="none" stroke="#333" stroke-width="3"/>`
  return drawn(
    WIDTH,
    HEIGHT,
    `<rect width="100%" height="100%" fill="${BACKGROUNDS[background]}"/>
    ${isLong ? `<path d="M${x - wide - 18} ${y} q0 -130 ${wide + 18} -130 q${wide + 18} 0 ${wide + 18} 130 v120 h-${2 * wide + 36} z" fill="${hair}"/>` : ''}
    <path d="M40 480 q10 -120 100 -135 h80 q90 15 100 135 z" fill="${clothes}"/><rect x="${x - 26}" y="${y + 70}" width="52" height="85" fill="${skin}"/>
    <ellipse cx="${x}" cy="${y}" rx="${wide}" ry="${high}" fill="${skin}"/>
    <path d="M${x - wide - 6} ${y - 10} q0 -105 ${wide + 6} -105 q${wide + 6} 0 ${wide + 6} 105 q-18 -55 -${wide + 6} -55 q-${wide - 12} 0 -${wide + 6} 55 z" fill="${hair}"/>
    ${eye(-1)}${eye(1)}${hasGlasses ? `${glasses(-1)}${glasses(1)}<path d="M${x - 8} ${y - 5} h16" stroke="#333" stroke-width="3"/>` : ''}
    <path d="M${x - 3} ${y + 8} q-8 22 5 24" stroke="#b98d6b" stroke-width="3" fill="none"/><path d="M${x - 18} ${y + 52} q18 12 36 0" stroke="#b5524d" stroke-width="5" fill="none"/>`,
  )
}
