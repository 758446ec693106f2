type Pinyin = (text: string, options: { toneType: 'none'; type: 'array'; nonZh: 'consecutive'; surname?: 'head'; v: true }) => string[]
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
/** Pinyin of a title: whole without tones, and the initials. */
export interface Sound {
  full: string
  initials: string
}
/** Pinyin of titles, for searches by sound. */
export async function soundsOf(titles: Iterable<string>): Promise<Map<string, Sound>> {
  const pinyin = await load()
  return new Map([...new Set(titles)].map(title => [title, soundOf(pinyin, title)]))
}
function soundOf(pinyin: Pinyin, title: string): Sound {
  const syllables = pinyin(title, { toneType: 'none', type: 'array', nonZh: 'consecutive', v: true }).map(s => s.toLowerCase())
  return { full: syllables.join(''), initials: syllables.map(s => s[0] ?? '').join('') }
}
