import type { Lang } from '#server/context.ts'

/** Names of the languages in themselves. */
export const LANGUAGES: Readonly<Record<Lang, string>> = {
  'zh-cn': '简体中文', // verbatim
  'zh-tw': '繁體中文', // verbatim
  en: 'English',
}
