import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Coverage, coverageFrom, coverageOf, covers } from './font-coverage.ts'

/** A font file and the characters in it. */
export interface Font {
  path: string
  coverage: Coverage
  /** One file for all weights: it is pinned to the regular one. */
  variable: boolean
}
const { resolve } = createRequire(import.meta.url)
/** Everyday characters, all of extension A and the further ones of the national list 通用规范汉字表. */
const MAIN = '@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf'
/** Rare ones beyond: each package is cut into some hundred slices, of which only those that are needed are opened. */
const RARE = ['noto-sans-hk', 'noto-sans-jp']

let known: readonly Font[] | undefined
/** Fonts in the order in which they are asked for a character. */
const packaged = (): readonly Font[] => {
  known ??= [{ path: resolve(MAIN), coverage: coverageOf(resolve(MAIN)), variable: false }, ...RARE.flatMap(slices)]
  return known
}
function slices(name: string): Font[] {
  const home = dirname(resolve(`@fontsource-variable/${name}/package.json`))
  const ranges = JSON.parse(readFileSync(join(home, 'unicode.json'), 'utf8')) as Record<string, string>
  return Object.entries(ranges).map(([slice, text]) => ({
    path: join(home, 'files', `${name}-${slice.replace(/[[\]]/g, '')}-wght-normal.woff2`),
    coverage: coverageFrom(text),
    variable: true,
  }))
}
/** Fonts that a school put into the data folder for names that no packaged font holds. */
const ofSchool = (folder: string): Font[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter(file => /\.(ttf|otf)$/i.test(file))
        .sort()
        .map(file => ({ path: join(folder, file), coverage: coverageOf(join(folder, file)), variable: false }))
    : []
/** Spaces, and marks that choose between forms of the character before them: nothing is drawn for these. */
const SILENT = /^(?:\s|\p{Cf}|\p{Variation_Selector})$/u

/** Divides the characters of a text among the fonts that hold them; `missing` are those that no font holds. */
export function divide(text: string, fontFolder: string): { fonts: Map<Font, Set<string>>; missing: string[] } {
  const fonts = new Map<Font, Set<string>>()
  const missing: string[] = []
  let own: Font[] | undefined
  for (const character of new Set(text)) {
    if (SILENT.test(character)) continue
    const point = character.codePointAt(0) as number
    const holds = (font: Font): boolean => covers(font.coverage, point)
    let found = packaged().find(holds)
    if (!found) {
      own ??= ofSchool(fontFolder)
      found = own.find(holds)
    }
    if (found) fonts.set(found, (fonts.get(found) ?? new Set()).add(character))
    else missing.push(character)
  }
  return { fonts, missing }
}
