import { t } from './index.ts'

/** Says a text that the server sends and any module may have declared: the label of a field in a log, the name of a role. A page that imports this
 *  comes with the texts of every module; everywhere else a page has the texts of its own. */
export const tAny = (text: string, values?: Readonly<Record<string, unknown>>): string => t(text, values)
