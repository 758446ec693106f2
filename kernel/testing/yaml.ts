type Yaml = string | number | boolean | null | Yaml[] | { [key: string]: Yaml }
interface Line {
  indent: number
  text: string
}
const KEY = /^("[^"]*"|[^\s"'{}[\],&*!|>%@`][^"{}[\],:]*):(?: +(.*))?$/

/** Reads the plain part of YAML that the files of deploy/ are written in: maps, lists, flow collections, quoted and bare words, comments, several documents.
 *  Anything else (anchors, tags, texts over several lines), a tab, a key that stands twice or a line that belongs nowhere is an error. */
export function readYaml<T>(text: string): T[] {
  return text.split(/^---$/m).map(part => {
    const lines = part
      .split('\n')
      .map(withoutComment)
      .filter(({ text }) => text)
    const read = block(lines, lines[0]?.indent ?? 0)
    if (lines[0]) throw new Error(`this belongs nowhere: ${lines[0].text}`)
    return read as T
  })
}
function withoutComment(line: string): Line {
  if (line.includes('\t')) throw new Error(`a tab: ${line}`)
  const text = line.replace(/(^|\s)#(?=([^"]*"[^"]*")*[^"]*$).*$/, '').trimEnd()
  return { indent: text.length - text.trimStart().length, text: text.trimStart() }
}
/** Takes the lines that stand at this depth and below it. */
function block(lines: Line[], indent: number): Yaml {
  const first = lines[0]
  if (!first || first.indent < indent) return null
  if (!KEY.test(first.text) && !/^- /.test(first.text)) return flow((lines.shift() as Line).text)
  const list: Yaml[] = []
  const map = new Map<string, Yaml>()
  while (lines[0]?.indent === indent) {
    const line = lines.shift() as Line
    if (line.text.startsWith('- ')) {
      const rest = line.text.slice(2).trimStart()
      const depth = indent + line.text.length - rest.length
      lines.unshift({ indent: depth, text: rest })
      list.push(block(lines, depth))
      continue
    }
    const [, name = '', value] = KEY.exec(line.text) ?? fail(line.text)
    const key = name.replace(/^"|"$/g, '')
    if (map.has(key)) throw new Error(`${key} stands twice`)
    const next = lines[0]
    const isBelow = next && (next.indent > indent || (next.indent === indent && next.text.startsWith('- ')))
    map.set(key, value !== undefined ? flow(value) : isBelow ? block(lines, next.indent) : null)
  }
  if (list.length && map.size) throw new Error('a list and a map in one')
  return list.length ? list : Object.fromEntries(map)
}
/** One line: a bare word to its end, or a collection in brackets. */
function flow(text: string): Yaml {
  if (!/^["'{[]/.test(text)) return /^[&*!|>%@`]/.test(text) ? fail(text) : bare(text)
  let at = 0
  const skip = (): void => {
    while (text[at] === ' ') at++
  }
  const take = (expected: string): void => {
    skip()
    if (text[at++] !== expected) fail(text)
  }
  const items = (end: string, one: () => void): void => {
    at++
    for (skip(); text[at] !== end; skip()) {
      one()
      skip()
      if (text[at] !== end) take(',')
    }
    at++
  }
  const value = (): Yaml => {
    skip()
    if (text[at] === '"') {
      const found = /^"[^"\\]*"/.exec(text.slice(at))?.[0] ?? fail(text)
      at += found.length
      return found.slice(1, -1)
    }
    if (text[at] === '[') {
      const list: Yaml[] = []
      items(']', () => list.push(value()))
      return list
    }
    if (text[at] === '{') {
      const map: Record<string, Yaml> = {}
      items('}', () => {
        const key = String(value())
        take(':')
        map[key] = value()
      })
      return map
    }
    const word = /^[^,[\]{}:"']+(?::[^ ,[\]{}"']+)*/.exec(text.slice(at))?.[0] ?? fail(text)
    at += word.length
    return bare(word.trim())
  }
  const read = value()
  skip()
  return at === text.length ? read : fail(text)
}
const bare = (word: string): Yaml => (/^-?\d+(\.\d+)?$/.test(word) ? Number(word) : word === 'true' || word === 'false' ? word === 'true' : /^(null|~)?$/.test(word) ? null : word)
function fail(text: string): never {
  throw new Error(`this is not understood: ${text}`)
}
