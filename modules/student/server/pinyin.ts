type Pinyin = (text: string, options: { toneType: 'none'; type: 'array'; nonZh: 'consecutive'; surname: 'head'; v: true }) => string[]
let loaded: Promise<Pinyin> | undefined
/** The reading dictionary is large, so it is loaded with the first name that needs it. */
const load = (): Promise<Pinyin> => {
  loaded ??= import('pinyin-pro').then(m => m.pinyin as Pinyin)
  return loaded
}

/** `周雨桐` → `zhouyutong zyt`: whole reading and initials, as people type them into a search box. */
export async function namePinyin(name: string): Promise<string> {
  return readingOf(await load(), name)
}
/** The same for many names; equal names are read once. */
export async function namesPinyin(names: Iterable<string>): Promise<Map<string, string>> {
  const pinyin = await load()
  return new Map([...new Set(names)].map(name => [name, readingOf(pinyin, name)]))
}
function readingOf(pinyin: Pinyin, name: string): string {
  const syllables = pinyin(name.replace(/[·•．.\s]/g, ''), { toneType: 'none', type: 'array', nonZh: 'consecutive', surname: 'head', v: true }).map(s => s.toLowerCase())
  // by characters: a rare one without a reading stays as it is and must not be cut in half
  const words = [...`${syllables.join('')} ${syllables.map(s => [...s][0] ?? '').join('')}`.trim()]
  return words.slice(0, 200).join('')
}
