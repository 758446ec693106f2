export type Language = 'zh-cn' | 'zh-tw' | 'en'

export const LANGUAGES: ReadonlyArray<{ code: Language; name: string; html: string }> = [
  { code: 'zh-cn', name: '简体中文', html: 'zh-CN' }, // verbatim
  { code: 'zh-tw', name: '繁體中文', html: 'zh-TW' }, // verbatim
  { code: 'en', name: 'English', html: 'en' },
]
