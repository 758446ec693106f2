type Pinyin = (text: string, options: { toneType: 'none'; type: 'array'; nonZh: 'consecutive'; surname: 'head'; v: true }) => string[]
let loaded: Promise<Pinyin> | undefined
/** The pinyin dictionary is large and loaded on first use. */
const load = (): Promise<Pinyin> => {
  loaded ??= import('pinyin-pro').then(m => m.pinyin as Pinyin)
  return loaded
}

/** `周雨桐` → `zhouyutong zyt`: full pinyin and initials for search. */
export async function namePinyin(name: string): Promise<string> {
  return readingOf(await load(), name)
}
/** Batch version; equal names are converted once. */
export async function namesPinyin(names: Iterable<string>): Promise<Map<string, string>> {
  const pinyin = await load()
  return new Map([...new Set(names)].map(name => [name, readingOf(pinyin, name)]))
}
function readingOf(pinyin: Pinyin, name: string): string {
  const syllables = pinyin(name.replace(/[·•．.\s]/g, ''), { toneType: 'none', type: 'array', nonZh: 'consecutive', surname: 'head', v: true }).map(s => s.toLowerCase())
  // split by code points: a rare character without a reading stays, and surrogate pairs must not be cut
  const words = [...`${syllables.join('')} ${syllables.map(s => [...s][0] ?? '').join('')}`.trim()]
  return words.slice(0, 200).join('')
}
