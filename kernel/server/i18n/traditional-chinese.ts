import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { ROOT } from '../registry/registry.ts'

type Convert = (text: string) => string
const file = join(ROOT, 'kernel/locales/zh-tw-words.json')
/** Words that OpenCC takes for a programmer's, where a school means its own. */
const words = Object.entries(existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {})

const require = createRequire(import.meta.url)

/** The converter's tables take some 60 MB: they are loaded when a text asks for them, and the converter is let go soon after. */
const KEEP_MS = 60_000
let converter: Convert | undefined
function conversion(): Convert {
  if (converter) return converter
  const { Converter } = require('opencc-js') as typeof import('opencc-js')
  const made: Convert = Converter({ from: 'cn', to: 'twp' })
  converter = made
  setTimeout(() => {
    converter = undefined
  }, KEEP_MS).unref()
  return made
}
/** A text as it is written in Taiwan. */
export const toTaiwan = (text: string): string => words.reduce((made, [wrong, right]) => made.replaceAll(wrong, right), conversion()(text))
