import { DEFAULT_PRIMARY, DEFAULTS, fitsTheme, LOOK_KEYS, type Look, OWN_KEYS, type OwnChoice, type ThemeConfiguration, themePart } from '#model/theme.ts'
import { signal } from '#web/app/signal.ts'
import { read, write } from '#web/session/storage.ts'

export { DEFAULT_PRIMARY, DEFAULTS, type Look, type OwnChoice, type ThemeConfiguration }
/** What a school's app info says about the look: its own keys, and below them what an administrator has published. */
export type SchoolTheme = Partial<ThemeConfiguration> & { theme?: Look | null | undefined }

type Given = Readonly<Record<string, unknown>>
/** Default < the look the school has published < its app info < the person's own choice. What does not fit is left out. */
export function effective(school: SchoolTheme, own: OwnChoice): ThemeConfiguration {
  const given = Object.fromEntries(Object.entries(school).filter(([key, value]) => value !== '' && fitsTheme(key, value)))
  return { ...DEFAULTS, ...themePart(school.theme as Given | undefined, LOOK_KEYS), ...given, ...themePart(own as Given, OWN_KEYS) }
}

const hasStorage = typeof localStorage !== 'undefined'
let school: SchoolTheme = {}
let own: OwnChoice = (hasStorage && read<OwnChoice>('ql-userTheme')) || {}
/** Chosen here and not yet known to the server. */
let unsaved: OwnChoice | undefined
/** What an administrator tries out before publishing it. */
let trial: Look = {}
let saver: ((theme: OwnChoice) => void) | undefined

/** The configuration in force. */
export const theme = signal<ThemeConfiguration>(effective((hasStorage && read<ThemeConfiguration>('ql-themeConfig')) || {}, own))

function settle(): void {
  const next = effective({ ...school, theme: { ...school.theme, ...trial } }, own)
  theme.set(next)
  write('ql-themeConfig', next)
  write('ql-themeConfigStyle', { mode: next.isIsDark ? 'dark' : 'light', language: next.globalI18n })
}
function keepOwn(next: OwnChoice): void {
  own = next
  write('ql-userTheme', own)
  settle()
}
/** The school's part, from its app info. */
export function setSchoolTheme(info: SchoolTheme): void {
  school = info
  settle()
}
/** The look of the school alone, as somebody sees it who has chosen nothing. */
export const schoolLook = (): ThemeConfiguration => effective(school, {})

/** The person chooses; it holds at once, here and, signed in, on their other devices. */
export function chooseTheme(choice: OwnChoice): void {
  unsaved = { ...unsaved, ...choice }
  keepOwn({ ...own, ...choice })
  saver?.(own)
}
/** Forgets the person's own choices, and what was being tried out. */
export function resetTheme(): void {
  trial = {}
  unsaved = {}
  keepOwn({})
  saver?.(own)
}
/** Tries a look of the school in this page only. */
export function tryLook(look: Look): void {
  trial = { ...trial, ...look }
  settle()
}
/** What was being tried out is the school's now, or is given up. */
export function endTrial(): void {
  trial = {}
  settle()
}
/** Where choices are sent while somebody is signed in. */
export function saveChoicesWith(save: ((theme: OwnChoice) => void) | undefined): void {
  saver = save
}
/** What the server has of this person. A choice made since the page opened (the language at sign-in) goes before it. */
export function takeSaved(saved: OwnChoice | null): void {
  if (saved) keepOwn({ ...saved, ...unsaved })
  if (unsaved) saver?.(own)
}
/** The server has everything. */
export const savedAll = (): void => {
  unsaved = undefined
}
