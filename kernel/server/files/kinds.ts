import { Refusal } from '#model'

/** Refusals for files; rule key `file.{key}`. */
export const FILE_TEXTS = {
  noFile: '请选择要上传的文件',
  empty: '“{name}”是空文件（0 字节）',
  tooLarge: '“{name}”超过 {max} MB',
  nameTooLong: '文件名最多 {max} 个字，现在 {length} 个',
  nameCharacters: '文件名“{name}”含有不允许的字符：{found}',
  noExtension: '“{name}”没有扩展名',
  type: '不支持 .{ext} 文件，可以上传：{allowed}',
  content: '“{name}”的内容不是 .{ext} 文件',
  blocked: '文件已被停用',
  dayFull: '24 小时内最多上传 {most} MB，文件没有保存，请明天再试；确有需要请联系管理员调整“每人每天上传”',
  storeFull: '存储“{name}”已到 {quota} GB 上限，文件没有保存；请联系管理员扩容或清理',
} as const
export type FileRule = keyof typeof FILE_TEXTS
export const fileRefusal = (key: FileRule, values: Record<string, unknown> = {}, field = 'file'): Refusal =>
  new Refusal(422, [{ field, rule: `file.${key}`, text: FILE_TEXTS[key], values }])
/** No preview for this kind of file. */
export const noPreview = (): Refusal => new Refusal(422, [{ rule: 'file.preview', text: '这个文件无法预览，请下载后查看' }])

interface Kind {
  /** MIME type it is served with. */
  type: string
  /** Served inline; other kinds only as download. */
  inline?: true
  fits(head: Buffer): boolean
}
const begins =
  (...marks: string[]) =>
  (head: Buffer): boolean =>
    marks.some(mark => head.toString('hex', 0, mark.length / 2) === mark)
const at =
  (offset: number, ...marks: string[]) =>
  (head: Buffer): boolean =>
    marks.some(mark => head.toString('latin1', offset, offset + mark.length) === mark)
const zip = begins('504b0304', '504b0506')
const ole = begins('d0cf11e0a1b11ae1')
const movie = at(4, 'ftyp', 'moov', 'mdat', 'wide', 'free')
/** Content check: plain text, without NUL bytes and without markup that a browser would execute. */
const plain = (head: Buffer): boolean => !head.includes(0) && !/^\s*<(!doctype|html|script|svg|\?xml)/i.test(head.toString('latin1'))

const KINDS: Readonly<Record<string, Kind>> = {
  jpg: { type: 'image/jpeg', inline: true, fits: begins('ffd8ff') },
  jpeg: { type: 'image/jpeg', inline: true, fits: begins('ffd8ff') },
  png: { type: 'image/png', inline: true, fits: begins('89504e470d0a1a0a') },
  gif: { type: 'image/gif', inline: true, fits: at(0, 'GIF87a', 'GIF89a') },
  bmp: { type: 'image/bmp', inline: true, fits: at(0, 'BM') },
  webp: { type: 'image/webp', inline: true, fits: head => at(0, 'RIFF')(head) && at(8, 'WEBP')(head) },
  heic: { type: 'image/heic', fits: at(4, 'ftyp') },
  pdf: { type: 'application/pdf', inline: true, fits: head => head.subarray(0, 1024).includes('%PDF-') },
  ofd: { type: 'application/ofd', fits: zip },
  doc: { type: 'application/msword', fits: ole },
  xls: { type: 'application/vnd.ms-excel', fits: ole },
  ppt: { type: 'application/vnd.ms-powerpoint', fits: ole },
  wps: { type: 'application/vnd.ms-works', fits: head => ole(head) || zip(head) },
  et: { type: 'application/vnd.ms-excel', fits: head => ole(head) || zip(head) },
  dps: { type: 'application/vnd.ms-powerpoint', fits: head => ole(head) || zip(head) },
  docx: { type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', fits: zip },
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', fits: zip },
  pptx: { type: 'application/vnd.openxmlformats-officedocument.presentationml.presentation', fits: zip },
  txt: { type: 'text/plain; charset=utf-8', fits: plain },
  csv: { type: 'text/csv; charset=utf-8', fits: plain },
  dbf: { type: 'application/dbase', fits: begins('03', '30', '31', '83', '8b', 'f5') },
  md: { type: 'text/plain; charset=utf-8', fits: plain },
  zip: { type: 'application/zip', fits: zip },
  rar: { type: 'application/vnd.rar', fits: at(0, 'Rar!') },
  '7z': { type: 'application/x-7z-compressed', fits: begins('377abcaf271c') },
  mp4: { type: 'video/mp4', fits: movie },
  mov: { type: 'video/quicktime', fits: movie },
  mp3: { type: 'audio/mpeg', fits: head => at(0, 'ID3')(head) || (head[0] === 0xff && ((head[1] ?? 0) & 0xe0) === 0xe0) },
  m4a: { type: 'audio/mp4', fits: at(4, 'ftyp') },
  wav: { type: 'audio/wav', fits: at(0, 'RIFF') },
}
export const VIDEO_EXTENSIONS: readonly string[] = ['mp4', 'mov']
const KNOWN_EXTENSIONS: readonly string[] = Object.keys(KINDS)
export const typeOf = (ext: string): string => KINDS[ext]?.type ?? 'application/octet-stream'
export const isInline = (ext: string): boolean => KINDS[ext]?.inline === true

const NAME_MAX = 200
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const FORBIDDEN = /[\\/:*?"<>|\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]|^\.\.?$/g

/** Returns the extension of a valid file name; otherwise refuses with the reason. */
export function checkName(name: string, allowed: readonly string[] = KNOWN_EXTENSIONS): string {
  const length = [...name].length
  if (length > NAME_MAX) throw fileRefusal('nameTooLong', { max: NAME_MAX, length })
  const found = name.match(FORBIDDEN)
  if (found)
    throw fileRefusal('nameCharacters', {
      name: name.slice(0, 60),
      found: [...new Set(found)].map(c => (c < ' ' || c > '~' ? `U+${c.charCodeAt(0).toString(16).padStart(4, '0')}` : c)).join(' '),
    })
  const dot = name.lastIndexOf('.')
  if (dot <= 0 || dot === name.length - 1) throw fileRefusal('noExtension', { name })
  const ext = name.slice(dot + 1).toLowerCase()
  const accepted = allowed.map(a => a.toLowerCase()).filter(a => a in KINDS)
  if (!accepted.includes(ext)) throw fileRefusal('type', { ext, allowed: accepted.join('、') })
  return ext
}
/** Bytes read for content sniffing. */
export const HEAD_BYTES = 4096
export function checkContent(name: string, ext: string, head: Buffer): void {
  if (!KINDS[ext]?.fits(head)) throw fileRefusal('content', { name, ext })
}
