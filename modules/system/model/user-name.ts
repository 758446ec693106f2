/** What people type as a user name, as it is stored and compared: full-width letters become plain ones, spaces and characters nobody sees go, among them those that turn the
 *  direction of writing. Two names that look alike are then the same name. */
export const normaliseUserName = (given: string): string => given.normalize('NFKC').replace(/[\s\p{Cf}\p{Cc}]/gu, '')

/** Plain letters, digits and signs, with Chinese; or the letters of another script of the country. No script stands beside plain letters, or is allowed at all, whose letters look like them. */
const PLAIN = /^[\x21-\x7e\p{Script=Han}·]+$/u
const OTHERS = ['Tibetan', 'Mongolian', 'Arabic', 'Yi', 'Hangul', 'New_Tai_Lue', 'Tai_Le'].map(script => new RegExp(`^[\\p{Script=${script}}\\p{Script=Han}\\p{M}0-9·._-]+$`, 'u'))
/** Whether a normalised name can be told from every other by looking at it. */
export const isDistinctName = (name: string): boolean => PLAIN.test(name) || OTHERS.some(script => script.test(name))
