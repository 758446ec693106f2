import { DEFAULT_PRIMARY, DEFAULTS, fitsTheme, LOOK_KEYS, type Look, OWN_KEYS, type OwnChoice, type ThemeConfiguration, themePart } from '#model/theme.ts'
import { signal } from '#web/base/signal.ts'
import { read, write } from '#web/base/storage.ts'

export { DEFAULT_PRIMARY, DEFAULTS, type Look, type OwnChoice, type ThemeConfiguration }
/** Theme part of a school's app info: its own keys, and below them the look published by an administrator. */
export type SchoolTheme = Partial<ThemeConfiguration> & { theme?: Look | null | undefined }

type StoredTheme = Readonly<Record<string, unknown>>
/** Precedence: default < published look < app info < the user's own choice. Invalid values are ignored. */
export function effective(school: SchoolTheme, own: OwnChoice): ThemeConfiguration {
  const given = Object.fromEntries(Object.entries(school).filter(([key, value]) => value !== '' && fitsTheme(key, value)))
  return { ...DEFAULTS, ...themePart(school.theme as StoredTheme | undefined, LOOK_KEYS), ...given, ...themePart(own as StoredTheme, OWN_KEYS) }
}

const hasStorage = typeof localStorage !== 'undefined'
let school: SchoolTheme = {}
let own: OwnChoice = (hasStorage && read<OwnChoice>('ql-userTheme')) || {}
/** Choices not yet saved on the server. */
let unsaved: OwnChoice | undefined
/** Unpublished look an administrator is previewing. */
let trial: Look = {}
let saver: ((theme: OwnChoice) => void) | undefined

/** The effective configuration. */
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
/** Sets the school's part, from its app info. */
export function setSchoolTheme(info: SchoolTheme): void {
  school = info
  settle()
}
/** The school's look without personal choices. */
export const schoolLook = (): ThemeConfiguration => effective(school, {})

/** Applies the user's choice at once and, if signed in, saves it for their other devices. */
export function chooseTheme(choice: OwnChoice): void {
  unsaved = { ...unsaved, ...choice }
  keepOwn({ ...own, ...choice })
  saver?.(own)
}
/** Drops the user's choices and the preview. */
export function resetTheme(): void {
  trial = {}
  unsaved = {}
  keepOwn({})
  saver?.(own)
}
/** Previews a look of the school in this page only. */
export function tryLook(look: Look): void {
  trial = { ...trial, ...look }
  settle()
}
/** Ends the preview: published or discarded. */
export function endTrial(): void {
  trial = {}
  settle()
}
/** Sets the function that saves choices while a user is signed in. */
export function saveChoicesWith(save: ((theme: OwnChoice) => void) | undefined): void {
  saver = save
}
/** Applies the user's settings from the server. Choices made since the page opened (language at sign-in) take precedence. */
export function takeSaved(saved: OwnChoice | null): void {
  if (saved) keepOwn({ ...saved, ...unsaved })
  if (unsaved) saver?.(own)
}
/** Marks all choices as saved. */
export const savedAll = (): void => {
  unsaved = undefined
}
