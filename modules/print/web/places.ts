import { OWN_PLACES } from '#model/print-layout.ts'
import { tAny } from '#web/i18n/every-module.ts'
import type { PaperField } from './use-template.ts'

/** Placeholders by label; labels shared by two fields keep the stored name. */
export function placesOf(fields: readonly PaperField[]): Array<{ name: string; label: string }> {
  const all = [...Object.entries(OWN_PLACES).map(([name, label]) => ({ name, label: tAny(label) })), ...fields.map(({ name, label }) => ({ name, label }))]
  return all.filter(one => all.filter(other => other.label === one.label).length === 1 && !/[{}]/.test(one.label))
}
/** Shows `{studentNo}` as `{学号}`. */
export const shownText = (text: string, fields: readonly PaperField[]): string => translated(text, new Map(placesOf(fields).map(p => [p.name, p.label])))
/** The inverse. */
export const storedText = (text: string, fields: readonly PaperField[]): string => translated(text, new Map(placesOf(fields).map(p => [p.label, p.name])))
const translated = (text: string, words: ReadonlyMap<string, string>): string =>
  text.replace(/\{([^{}]+)\}/g, (whole, place: string) => (words.has(place) ? `{${words.get(place)}}` : whole))
