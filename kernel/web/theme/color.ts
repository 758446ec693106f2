/** Colour arithmetic for a custom primary colour. Colours are `#rrggbb`. */
type Rgb = readonly [number, number, number]

const parse = (hex: string): Rgb => [1, 3, 5].map(i => Number.parseInt(hex.slice(i, i + 2), 16)) as unknown as Rgb
const print = (rgb: Rgb): string =>
  `#${rgb
    .map(c =>
      Math.round(Math.min(255, Math.max(0, c)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

/** Blends `share` of `color` over `ground`. */
export function mix(color: string, ground: string, share: number): string {
  const [over, under] = [parse(color), parse(ground)]
  return print(over.map((c, i) => c * share + (under[i] as number) * (1 - share)) as unknown as Rgb)
}
function luminance(color: string): number {
  const [r, g, b] = parse(color).map(c => (c / 255 <= 0.03928 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4)) as unknown as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
/** WCAG contrast ratio, 1 to 21. */
export function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}
/** Moves `color` towards `to` until it has the contrast `ratio` on `ground`. */
export function until(color: string, to: string, ground: string, ratio = 4.5): string {
  let made = color
  for (let share = 0; share <= 1 && contrast(made, ground) < ratio; share += 0.04) made = mix(to, color, share)
  return made
}
/** Moves `color` towards white or black, whichever contrasts more, until it is readable on `ground`. */
export function readable(color: string, ground: string, ratio = 4.5): string {
  const far = contrast('#ffffff', ground) >= contrast('#000000', ground) ? '#ffffff' : '#000000'
  return until(color, far, ground, ratio)
}
export interface PrimarySet {
  /** Marks, focus, first series. */
  primary: string
  hover: string
  active: string
  bg: string
  bgHover: string
  border: string
  borderHover: string
  text: string
  /** Background of a solid button, readable with white text. */
  fill: string
  outline: string
}
/** All primary colours derived from one: tints mixed into the sheet, the fill dark enough for white text. */
export function derivePrimary(color: string, dark: boolean): PrimarySet {
  const sheet = dark ? '#151e2b' : '#ffffff'
  const fill = until(color, '#000000', '#ffffff')
  const primary = dark ? until(color, '#ffffff', sheet) : fill
  return {
    primary,
    hover: mix('#ffffff', primary, dark ? 0.2 : 0.08),
    active: mix('#000000', primary, dark ? 0.1 : 0.22),
    bg: mix(primary, sheet, 0.08),
    bgHover: mix(primary, sheet, 0.14),
    border: mix(primary, sheet, 0.34),
    borderHover: mix(primary, sheet, 0.5),
    text: dark ? mix('#ffffff', primary, 0.2) : primary,
    fill,
    outline: `${primary}${dark ? '3d' : '29'}`,
  }
}
