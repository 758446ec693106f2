import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { ROOT } from '../registry/registry.ts'

type Convert = (text: string) => string
const file = join(ROOT, 'kernel/locales/zh-tw-words.json')
/** Words that OpenCC converts to computing terms where a school means something else. */
const words = Object.entries(existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {})

const require = createRequire(import.meta.url)

/** The converter's tables take some 60 MB: loaded on demand and released after a minute. */
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
/** Converts a text to Traditional Chinese as written in Taiwan. */
export const toTaiwan = (text: string): string => words.reduce((made, [wrong, right]) => made.replaceAll(wrong, right), conversion()(text))
