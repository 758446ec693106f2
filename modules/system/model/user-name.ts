/** What people type as a user name, as it is stored and compared: full-width letters become plain ones, spaces and invisible characters go.
 *  Two names that look alike are then the same name. */
export const normaliseUserName = (given: string): string => given.normalize('NFKC').replace(/[\s\u200b-\u200f\u2060\ufeff\u00ad]/g, '')
