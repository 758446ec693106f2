import { MODELS } from '#fields/models.ts'
import { type Entity, type Field, shownFields } from '#model'

/** Fields that can be exported. Sensitive ones only on explicit request. */
export function exportableFields(of: Entity, withSensitive: boolean): Array<[string, Field]> {
  return shownFields(of).filter(([, f]) => MODELS[f.kind].isTabular && (withSensitive || f.options.sensitivity !== 'S2'))
}
/** Preselected columns: the visible ones, and always those that identify the row, which a screen may render in a custom column. */
export function initialColumns(of: Entity, onScreen: readonly string[]): string[] {
  const all = exportableFields(of, false).map(([name]) => name)
  const shown = new Set(onScreen.filter(name => all.includes(name)))
  if (!shown.size) return all
  for (const name of [...(of.options.importKey ?? []), of.options.title]) if (all.includes(name)) shown.add(name)
  return [...shown]
}
/** Header map of the export request, in the entity's order. */
export function headerOf(of: Entity, chosen: ReadonlySet<string>, title: (label: string) => string): Record<string, string> {
  return Object.fromEntries(exportableFields(of, true).flatMap(([name, f]) => (chosen.has(name) ? [[name, title(f.label)]] : [])))
}
/** Removes characters that are invalid in file names. */
export const fileNameFrom = (text: string): string =>
  text
    .replace(/[\\/:*?"<>|]/g, '')
    .trim()
    .slice(0, 80)
/** Whether a sensitive column is chosen: the server then requires a reason. */
export const isSensitive = (of: Entity, chosen: ReadonlySet<string>): boolean => [...chosen].some(name => of.fields[name]?.options.sensitivity === 'S2')
export const isPersonal = (of: Entity, chosen: ReadonlySet<string>): boolean => [...chosen].some(name => of.fields[name]?.options.sensitivity)
