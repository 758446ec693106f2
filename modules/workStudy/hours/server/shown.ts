import { only } from '#server/data/present.ts'
import { ENTRY_FIELDS } from '../model/actions.ts'
import type { Entry } from './enter.ts'

/** An entry as pages of a unit and of a student show it. */
export const shownEntry = (entry: Entry) => ({ ...only(ENTRY_FIELDS, entry), id: entry.id })
