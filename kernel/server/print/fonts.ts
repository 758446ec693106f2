import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Coverage, coverageFrom, coverageOf, covers } from './font-coverage.ts'

/** A font file and the characters it covers. */
export interface Font {
  path: string
  coverage: Coverage
  /** A variable font, pinned to the regular weight. */
  variable: boolean
}
const { resolve } = createRequire(import.meta.url)
/** Main font: common characters, CJK extension A and the additions of the national list 通用规范汉字表. */
const MAIN = '@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf'
/** Fallback fonts for rarer characters: each package consists of some hundred subset files, opened only when needed. */
const RARE = ['noto-sans-hk', 'noto-sans-jp']

let known: readonly Font[] | undefined
/** Fonts in order of preference. */
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
/** Fonts a school put into the data folder, for characters in names that no bundled font has. */
const ofSchool = (folder: string): Font[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter(file => /\.(ttf|otf)$/i.test(file))
        .sort()
        .map(file => ({ path: join(folder, file), coverage: coverageOf(join(folder, file)), variable: false }))
    : []
/** Characters without a glyph: white space, format characters, variation selectors. */
const SILENT = /^(?:\s|\p{Cf}|\p{Variation_Selector})$/u

/** Assigns each character to the first font that has it; `missing`: characters no font has. */
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
