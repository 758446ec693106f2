import { t } from './index.ts'

/** Translates a text from the server that any module may have declared: a field label in a log, a role name. Importing this loads the texts of all modules; other pages load
 *  only their own module's. */
export const tAny = (text: string, values?: Readonly<Record<string, unknown>>): string => t(text, values)
