import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as OpenCC from 'opencc-js'
import { ROOT } from '../registry.ts'

type Convert = (text: string) => string
const file = join(ROOT, 'kernel/locales/zh-tw-words.json')
/** Words that OpenCC takes for a programmer's, where a school means its own. */
const words = Object.entries(existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {})

/** The converter's tables take some 60 MB: it is made when a text asks for it and let go soon after. */
const KEEP_MS = 60_000
let converter: Convert | undefined
function conversion(): Convert {
  if (converter) return converter
  const made: Convert = OpenCC.Converter({ from: 'cn', to: 'twp' })
  converter = made
  setTimeout(() => {
    converter = undefined
  }, KEEP_MS).unref()
  return made
}
/** A text as it is written in Taiwan. */
export const toTaiwan = (text: string): string => words.reduce((made, [wrong, right]) => made.replaceAll(wrong, right), conversion()(text))
