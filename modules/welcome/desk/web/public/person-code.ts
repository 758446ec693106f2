import { codeAddress, codeIn } from '#model/scanned-code.ts'

/** Where the code of a new student leads: whoever works at no point is told so there. */
const DESK_PAGE = '/welcomes/desk'
/** What the phone of a new student shows. */
export const personCodeAddress = (code: string): string => codeAddress(location.origin, DESK_PAGE, code)
/** The code in what a reader or a camera read; the code alone is taken as well. */
export const personCodeIn = (text: string): string => codeIn(DESK_PAGE, text.trim()) ?? text.trim()
