import { readFileSync } from 'node:fs'
import type { Dictionary } from '#model'
import { langOf, literalsOf } from './literals.ts'

interface Said {
  literals: ReadonlySet<string>
  words: ReadonlySet<string>
}
const read = new Map<string, Said>()

/** Content of a source file: its string literals and all of its words. */
export function saidIn(file: string): Said {
  const known = read.get(file)
  if (known) return known
  const code = readFileSync(file, 'utf8')
  const made = { literals: new Set(literalsOf(code, langOf(file)).flatMap(l => (l.hasPlaces ? [] : l.text))), words: new Set(code.match(/\w+/g)) }
  read.set(file, made)
  return made
}
/** Items beyond which a code set is left out of the packs: its 249 countries would be a tenth of the texts a page waits for. They come with the school's items. */
const MOST_ITEMS = 100
const found = new Map<string, readonly string[]>()
/** Translation keys that these files may use: their literals, labels of entities they name, items of code sets they name. */
export const keysIn = (files: Iterable<string>, of: Translated): Set<string> => new Set([...files].flatMap(file => keysOf(file, of)))
interface Translated {
  english: Readonly<Record<string, string>>
  sets: readonly Dictionary[]
}
function keysOf(file: string, { english, sets }: Translated): readonly string[] {
  const known = found.get(file)
  if (known) return known
  const { literals, words } = saidIn(file)
  // the kernel declares all national code sets in one file
  const named = file.includes('/kernel/model/') ? [] : sets.filter(set => words.has(set.code) && set.items.length <= MOST_ITEMS)
  const said = [...literals, ...named.flatMap(set => [set.name, ...set.items.map(item => item.value)])]
  const made = said.flatMap(text => [text, `${text}#one`, `${text}#many`]).filter(key => Object.hasOwn(english, key))
  found.set(file, made)
  return made
}
