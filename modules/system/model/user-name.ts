/** Normalises a user name for storage and comparison (NFKC): full-width letters become plain ones; spaces and invisible characters, among them bidi controls, are removed. Names
 *  that look alike become equal. */
export const normaliseUserName = (given: string): string => given.normalize('NFKC').replace(/[\s\p{Cf}\p{Cc}]/gu, '')

/** ASCII with Chinese, or one of the country's other scripts. Scripts with letters that look like Latin ones are not mixed with ASCII, or not allowed at all (homoglyphs). */
const PLAIN = /^[\x21-\x7e\p{Script=Han}·]+$/u
const OTHERS = ['Tibetan', 'Mongolian', 'Arabic', 'Yi', 'Hangul', 'New_Tai_Lue', 'Tai_Le'].map(script => new RegExp(`^[\\p{Script=${script}}\\p{Script=Han}\\p{M}0-9·._-]+$`, 'u'))
/** Whether a normalised name is free of homoglyphs. */
export const isDistinctName = (name: string): boolean => PLAIN.test(name) || OTHERS.some(script => script.test(name))
